import type { ReactNode } from 'react'

/** The three pictures of the landing page. Their colours are fixed, because their panel is dark in both modes. */

const INK = '#0f1b2d'
const NAVY = '#12294d'
const PANEL = '#1b3560'
const LINE = '#2b4470'
const MIST = '#e8edf6'
const WORDS = '#e4e8ee'
const GREEN = '#137a48'
const SIGNAL = '#63d69b'

type PictureProps = { readonly lang: string; readonly label: string; readonly children: ReactNode }

const Picture = ({ lang, label, children }: PictureProps) => (
  <svg className="picture" viewBox="0 0 600 400" role="img" lang={lang} aria-label={label}>
    {children}
  </svg>
)

const Stroke = ({ d, width, color = '#fff' }: { d: string; width: number; color?: string }) => (
  <path d={d} fill="none" stroke={color} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
)

/** A bar that stands for a word. */
const Word = ({
  x,
  y,
  width,
  height = 7,
  fill = WORDS,
}: Readonly<Record<'x' | 'y' | 'width', number>> & { height?: number; fill?: string }) => (
  <rect x={x} y={y} width={width} height={height} rx={height / 2} fill={fill} />
)

const Initials = ({
  of,
  x,
  y,
  r,
  size,
}: { of: string } & Readonly<Record<'x' | 'y' | 'r' | 'size', number>>) => (
  <>
    <circle cx={x} cy={y} r={r} fill={MIST} />
    <text x={x} y={y + size * 0.38} fontSize={size} fontWeight="600" fill={NAVY} textAnchor="middle">
      {of}
    </text>
  </>
)

const Phone = ({
  x,
  of,
  children,
}: {
  readonly x: number
  readonly of: string
  readonly children: ReactNode
}) => (
  <g transform={`translate(${x} 44)`}>
    <rect width="160" height="304" rx="26" fill="#0b1b35" stroke="#3d5a8d" strokeWidth="1.5" />
    <rect x="10" y="10" width="140" height="284" rx="18" fill="#fff" />
    <Initials of={of} x={36} y={42} r={12} size={10} />
    <Word x={56} y={34} width={66} fill="#cfd6df" />
    {children}
  </g>
)

const KEYS = [22, 63, 104].flatMap((x) => [148, 181, 214].map((y) => ({ x, y })))

export const CallPicture = () => (
  <Picture lang="de" label="Zwei Telefone: Das linke zeigt die Zahl 47, auf dem rechten wird sie eingetippt.">
    <g fill="none" stroke={LINE} strokeWidth="1.5">
      <circle cx="300" cy="190" r="86" />
      <circle cx="300" cy="190" r="146" />
      <circle cx="300" cy="196" r="196" />
    </g>
    <Phone x={84} of="LS">
      <Word x={56} y={46} width={42} height={6} />
      <rect x="22" y="72" width="116" height="116" rx="14" fill={NAVY} />
      <text x="80" y="149" fontSize="58" fontWeight="600" fill="#fff" textAnchor="middle" letterSpacing="2">
        47
      </text>
      <Word x={38} y={168} width={84} height={4} fill={LINE} />
      <Word x={38} y={168} width={62} height={4} fill={SIGNAL} />
      <Word x={22} y={206} width={92} fill="#cfd6df" />
      <Word x={22} y={221} width={70} />
      <rect x="22" y="256" width="116" height="26" rx="8" fill="#f1f3f6" />
    </Phone>
    <Phone x={356} of="PM">
      <g fill="#fff" stroke="#818da0">
        <rect x="30.5" y="76.5" width="45" height="56" rx="10" />
        <rect x="84.5" y="76.5" width="45" height="56" rx="10" stroke={NAVY} strokeWidth="2" />
      </g>
      <g fontSize="30" fontWeight="600" fill={INK} textAnchor="middle">
        <text x="53" y="115">
          4
        </text>
        <text x="107" y="115">
          7
        </text>
      </g>
      <g fill="#f1f3f6">
        {KEYS.map(({ x, y }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="34" height="26" rx="7" />
        ))}
      </g>
      <rect x="22" y="256" width="116" height="26" rx="8" fill={GREEN} />
      <Stroke d="M73 269l5 5 9-10" width={2.5} />
    </Phone>
    <Stroke
      d="M264 184v12M276 174v32M288 180v20M300 162v56M312 176v28M324 170v40M336 184v12"
      width={5}
      color={SIGNAL}
    />
  </Picture>
)

type Decided = { readonly y: number; readonly of: string; readonly name: number; readonly role: number }
const Decided = ({ y, of, name, role }: Decided) => (
  <g transform={`translate(0 ${y})`}>
    <Initials of={of} x={166} y={0} r={18} size={13} />
    <Word x={198} y={-14} width={name} height={8} fill="#818da0" />
    <Word x={198} y={2} width={role} />
    <circle cx="360" cy="0" r="12" fill="#e6f4ec" />
    <Stroke d="M354.5 .5l4 4 7-8" width={2.2} color={GREEN} />
  </g>
)

export const DecisionPicture = () => (
  <Picture lang="de" label="Eine Zahlung über 48.200,00 €, bestätigt von zwei Personen.">
    <g fill="none" stroke={LINE} strokeWidth="1.5">
      <rect x="96" y="52" width="260" height="300" rx="20" />
      <rect x="72" y="76" width="260" height="300" rx="20" />
    </g>
    <rect x="120" y="28" width="272" height="312" rx="18" fill="#fff" />
    <text x="148" y="74" fontSize="13" fill="#5f6c80">
      Zahlung an ACME Logistik GmbH
    </text>
    <text x="148" y="110" fontSize="30" fontWeight="600" fill={INK} letterSpacing="-.5">
      48.200,00 €
    </text>
    <Word x={148} y={132} width={196} height={8} />
    <Word x={148} y={150} width={148} height={8} />
    <Word x={148} y={168} width={172} height={8} />
    <path d="M120 204h272" stroke={WORDS} strokeWidth="1.5" />
    <Decided y={240} of="AK" name={92} role={60} />
    <Decided y={296} of="BO" name={78} role={104} />
    <g transform="translate(380 76)">
      <rect width="132" height="132" rx="34" fill="#1d3b6c" stroke={NAVY} strokeWidth="8" />
      <g fill="#fff">
        <circle cx="43" cy="44" r="15.5" />
        <circle cx="89" cy="44" r="15.5" />
        <circle cx="43" cy="88" r="15.5" />
      </g>
      <Stroke d="M73.5 89l12.5 12.5L106.5 75" width={13.5} color={SIGNAL} />
    </g>
  </Picture>
)

const ASKED = 'M32 30h12M39 25l5 5-5 5'
const MAILED = 'M31 25.5h14v10H31zM31.5 26l6.5 5 6.5-5'
const DECIDED = 'M32 30.5l4.5 4.5 8-9.5'
const ENTRIES = [
  { icon: ASKED, says: 'Anfrage gestellt', hash: 'e04b…7c1e' },
  { icon: MAILED, says: 'E-Mail gesendet', hash: '7c1e…a5d0' },
  { icon: DECIDED, says: 'Bestätigt von ben.oduya', hash: 'a5d0…9197' },
  { icon: MAILED, says: 'E-Mail gesendet', hash: '9197…b60c' },
]

export const LogPicture = () => (
  <Picture lang="de" label="Vier Einträge eines Protokolls, jeder mit der Prüfsumme des vorigen.">
    <Stroke d="M122 92v32M122 172v32M122 252v32" width={2.5} color={SIGNAL} />
    <g fontSize="15">
      {ENTRIES.map(({ icon, says, hash }, i) => {
        const isDecision = icon === DECIDED
        return (
          <g key={hash} transform={`translate(84 ${40 + 80 * i})`}>
            <rect width="432" height="60" rx="14" fill={isDecision ? '#fff' : PANEL} />
            <circle cx="38" cy="30" r="14" fill={isDecision ? GREEN : LINE} />
            <Stroke d={icon} width={isDecision ? 2.2 : 1.7} />
            <text x="70" y="35.5" fill={isDecision ? INK : '#fff'} fontWeight={isDecision ? 600 : 500}>
              {says}
            </text>
            <text
              x="408"
              y="35"
              fill={isDecision ? '#5f6c80' : '#b4c3dd'}
              fontSize="13"
              textAnchor="end"
              fontFamily="ui-monospace, Menlo, Consolas, monospace"
            >
              {hash}
            </text>
          </g>
        )
      })}
    </g>
  </Picture>
)
