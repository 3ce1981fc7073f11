import type { ReactNode } from 'react'

/** The three pictures of the landing page, drawn for it. Colours stand in them, as the panel is dark in light and dark. */

const Picture = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <svg className="picture" viewBox="0 0 600 400" role="img" aria-label={label}>
    {children}
  </svg>
)

export const CallPicture = () => (
  <Picture label="Zwei Telefone: Das linke zeigt die Zahl 47, auf dem rechten wird sie eingetippt.">
    <g fill="none" stroke="#2b4470" strokeWidth="1.5">
      <circle cx="300" cy="190" r="86" />
      <circle cx="300" cy="190" r="146" />
      <circle cx="300" cy="196" r="196" />
    </g>
    <g transform="translate(84 44)">
      <rect width="160" height="304" rx="26" fill="#0b1b35" stroke="#3d5a8d" strokeWidth="1.5" />
      <rect x="10" y="10" width="140" height="284" rx="18" fill="#fff" />
      <circle cx="36" cy="42" r="12" fill="#e8edf6" />
      <text x="36" y="46" fontSize="10" fontWeight="600" fill="#12294d" textAnchor="middle">
        LS
      </text>
      <rect x="56" y="34" width="66" height="7" rx="3.5" fill="#cfd6df" />
      <rect x="56" y="46" width="42" height="6" rx="3" fill="#e4e8ee" />
      <rect x="22" y="72" width="116" height="116" rx="14" fill="#12294d" />
      <text x="80" y="149" fontSize="58" fontWeight="600" fill="#fff" textAnchor="middle" letterSpacing="2">
        47
      </text>
      <rect x="38" y="168" width="84" height="4" rx="2" fill="#2b4470" />
      <rect x="38" y="168" width="62" height="4" rx="2" fill="#63d69b" />
      <rect x="22" y="206" width="92" height="7" rx="3.5" fill="#cfd6df" />
      <rect x="22" y="221" width="70" height="7" rx="3.5" fill="#e4e8ee" />
      <rect x="22" y="256" width="116" height="26" rx="8" fill="#f1f3f6" />
    </g>
    <g transform="translate(356 44)">
      <rect width="160" height="304" rx="26" fill="#0b1b35" stroke="#3d5a8d" strokeWidth="1.5" />
      <rect x="10" y="10" width="140" height="284" rx="18" fill="#fff" />
      <circle cx="36" cy="42" r="12" fill="#e8edf6" />
      <text x="36" y="46" fontSize="10" fontWeight="600" fill="#12294d" textAnchor="middle">
        PM
      </text>
      <rect x="56" y="34" width="66" height="7" rx="3.5" fill="#cfd6df" />
      <rect x="56" y="46" width="42" height="6" rx="3" fill="#e4e8ee" />
      <g fill="#fff" stroke="#818da0">
        <rect x="30.5" y="76.5" width="45" height="56" rx="10" />
        <rect x="84.5" y="76.5" width="45" height="56" rx="10" stroke="#12294d" strokeWidth="2" />
      </g>
      <g fontSize="30" fontWeight="600" fill="#0f1b2d" textAnchor="middle">
        <text x="53" y="115">
          4
        </text>
        <text x="107" y="115">
          7
        </text>
      </g>
      <g fill="#f1f3f6">
        <rect x="22" y="148" width="34" height="26" rx="7" />
        <rect x="63" y="148" width="34" height="26" rx="7" />
        <rect x="104" y="148" width="34" height="26" rx="7" />
        <rect x="22" y="181" width="34" height="26" rx="7" />
        <rect x="63" y="181" width="34" height="26" rx="7" />
        <rect x="104" y="181" width="34" height="26" rx="7" />
        <rect x="22" y="214" width="34" height="26" rx="7" />
        <rect x="63" y="214" width="34" height="26" rx="7" />
        <rect x="104" y="214" width="34" height="26" rx="7" />
      </g>
      <rect x="22" y="256" width="116" height="26" rx="8" fill="#137a48" />
      <path
        d="M73 269l5 5 9-10"
        fill="none"
        stroke="#fff"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
    <g stroke="#63d69b" strokeWidth="5" strokeLinecap="round">
      <path d="M264 184v12M276 174v32M288 180v20M300 162v56M312 176v28M324 170v40M336 184v12" />
    </g>
  </Picture>
)

export const DecisionPicture = () => (
  <Picture label="Eine Zahlung über 48.200,00 €, bestätigt von zwei Personen.">
    <g fill="none" stroke="#2b4470" strokeWidth="1.5">
      <rect x="96" y="52" width="260" height="300" rx="20" />
      <rect x="72" y="76" width="260" height="300" rx="20" />
    </g>
    <rect x="120" y="28" width="272" height="312" rx="18" fill="#fff" />
    <text x="148" y="74" fontSize="13" fill="#5f6c80">
      Zahlung an ACME Logistik GmbH
    </text>
    <text x="148" y="110" fontSize="30" fontWeight="600" fill="#0f1b2d" letterSpacing="-.5">
      48.2,00 €
    </text>
    <rect x="148" y="132" width="196" height="8" rx="4" fill="#e4e8ee" />
    <rect x="148" y="150" width="148" height="8" rx="4" fill="#e4e8ee" />
    <rect x="148" y="168" width="172" height="8" rx="4" fill="#e4e8ee" />
    <path d="M120 204h272" stroke="#e4e8ee" strokeWidth="1.5" />
    <g>
      <circle cx="166" cy="240" r="18" fill="#e8edf6" />
      <text x="166" y="245" fontSize="13" fontWeight="600" fill="#12294d" textAnchor="middle">
        AK
      </text>
      <rect x="198" y="226" width="92" height="8" rx="4" fill="#818da0" />
      <rect x="198" y="242" width="60" height="7" rx="3.5" fill="#e4e8ee" />
      <circle cx="360" cy="240" r="12" fill="#e6f4ec" />
      <path
        d="M354.5 240.5l4 4 7-8"
        fill="none"
        stroke="#137a48"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
    <g>
      <circle cx="166" cy="296" r="18" fill="#e8edf6" />
      <text x="166" y="301" fontSize="13" fontWeight="600" fill="#12294d" textAnchor="middle">
        BO
      </text>
      <rect x="198" y="282" width="78" height="8" rx="4" fill="#818da0" />
      <rect x="198" y="298" width="104" height="7" rx="3.5" fill="#e4e8ee" />
      <circle cx="360" cy="296" r="12" fill="#e6f4ec" />
      <path
        d="M354.5 296.5l4 4 7-8"
        fill="none"
        stroke="#137a48"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
    <g transform="translate(380 76)">
      <rect width="132" height="132" rx="34" fill="#1d3b6c" stroke="#12294d" strokeWidth="8" />
      <g fill="#fff">
        <circle cx="43" cy="44" r="15.5" />
        <circle cx="89" cy="44" r="15.5" />
        <circle cx="43" cy="88" r="15.5" />
      </g>
      <path
        d="M73.5 89l12.5 12.5L106.5 75"
        fill="none"
        stroke="#63d69b"
        strokeWidth="13.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  </Picture>
)

export const LogPicture = () => (
  <Picture label="Vier Einträge eines Protokolls, jeder mit der Prüfsumme des vorigen.">
    <g stroke="#63d69b" strokeWidth="2.5" fill="none" strokeLinecap="round">
      <path d="M122 92v32M122 172v32M122 252v32" />
    </g>
    <g fontSize="15">
      <g transform="translate(84 40)">
        <rect width="432" height="60" rx="14" fill="#1b3560" />
        <circle cx="38" cy="30" r="14" fill="#2b4470" />
        <path
          d="M32 30h12M39 25l5 5-5 5"
          fill="none"
          stroke="#fff"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="70" y="35.5" fill="#fff" fontWeight="500">
          Anfrage gestellt
        </text>
        <text
          x="408"
          y="35"
          fill="#b4c3dd"
          fontSize="13"
          textAnchor="end"
          fontFamily="ui-monospace, Menlo, Consolas, monospace"
        >
          e04b…7c1e
        </text>
      </g>
      <g transform="translate(84 120)">
        <rect width="432" height="60" rx="14" fill="#1b3560" />
        <circle cx="38" cy="30" r="14" fill="#2b4470" />
        <path
          d="M31 25.5h14v10H31zM31.5 26l6.5 5 6.5-5"
          fill="none"
          stroke="#fff"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
        <text x="70" y="35.5" fill="#fff" fontWeight="500">
          E-Mail gesendet
        </text>
        <text
          x="408"
          y="35"
          fill="#b4c3dd"
          fontSize="13"
          textAnchor="end"
          fontFamily="ui-monospace, Menlo, Consolas, monospace"
        >
          7c1e…a5d0
        </text>
      </g>
      <g transform="translate(84 200)">
        <rect width="432" height="60" rx="14" fill="#fff" />
        <circle cx="38" cy="30" r="14" fill="#137a48" />
        <path
          d="M32 30.5l4.5 4.5 8-9.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text x="70" y="35.5" fill="#0f1b2d" fontWeight="600">
          Bestätigt von ben.oduya
        </text>
        <text
          x="408"
          y="35"
          fill="#5f6c80"
          fontSize="13"
          textAnchor="end"
          fontFamily="ui-monospace, Menlo, Consolas, monospace"
        >
          a5d0…9197
        </text>
      </g>
      <g transform="translate(84 280)">
        <rect width="432" height="60" rx="14" fill="#1b3560" />
        <circle cx="38" cy="30" r="14" fill="#2b4470" />
        <path
          d="M31 25.5h14v10H31zM31.5 26l6.5 5 6.5-5"
          fill="none"
          stroke="#fff"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
        <text x="70" y="35.5" fill="#fff" fontWeight="500">
          E-Mail gesendet
        </text>
        <text
          x="408"
          y="35"
          fill="#b4c3dd"
          fontSize="13"
          textAnchor="end"
          fontFamily="ui-monospace, Menlo, Consolas, monospace"
        >
          9197…b60c
        </text>
      </g>
    </g>
  </Picture>
)
