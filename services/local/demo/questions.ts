type Text = { readonly title: string; readonly details: string | null }

/** `{n}` becomes a number. */
const APPROVALS: readonly (readonly [title: string, details: string | null])[] = [
  [
    'Überweisung an Stahlwerk Oberhausen, Rechnung 2026-{n}',
    '48.300,00 € auf DE12 5001 0517 0648 4898 90, fällig am Freitag.',
  ],
  [
    'New bank details for Hafenlogistik Harburg',
    'The supplier announced a new IBAN by e-mail. I called the number in our master data: confirmed by Ms. Ehlers.',
  ],
  ['Invoice {n}: Fabrikam Tooling AG', 'EUR 12,870.00, within budget 4711.'],
  ['Kreditlimit für Kunde {n} auf 250.000 € anheben', null],
  ['Release payment run {n}', '38 payments, EUR 214,906.12 in total. List attached to the ticket.'],
  [
    'Vollmacht für das Konto bei der Sparkasse Bremen: neue Unterschriftenregelung ab dem nächsten Quartal für alle Standorte der Nordwind-Gruppe',
    'Zwei Unterschriften ab 25.000 €, gemeinsam mit der Geschäftsführung. Die Bank braucht das Formular im Original bis Monatsende, sonst gilt weiter die alte Regelung.',
  ],
  ['FX-Termingeschäft EUR/USD {n}', '1.500.000 USD, Fälligkeit in sechs Monaten, Kurs 1,0840.'],
  ['Abschlagszahlung Anlagenbau, Meilenstein {n}', '30 % nach Abnahme der Vormontage; Protokoll liegt vor.'],
  ['大连工厂设备采购预付款 {n}', '供应商：大连重工，金额 860,000 元，合同号 DL-2026-{n}。'],
  ['Przelew zaliczki dla dostawcy „Żelazna Brama” nr {n}', '62 400,00 PLN, zgodnie z umową ramową.'],
  ['دفعة أولى لمورد قطع الغيار {n}', 'المبلغ ١٨٬٥٠٠ يورو حسب العقد.'],
  ['Оплата счёта № {n} за транспорт', '7 450,00 EUR, Рига – Гамбург.'],
  ['Skonto nutzen: Rechnung {n} heute zahlen', '2 % bis heute 17 Uhr, das sind 1.912,40 €.'],
  ['Refund to customer {n}', 'Duplicate card payment of EUR 389.00, both bookings checked.'],
  ['Gehaltsvorschuss Montageteam Rotterdam', null],
  [
    'Stammdaten: zweites Konto für Lieferant {n} anlegen',
    'Bestätigung per Rückruf unter der hinterlegten Nummer.',
  ],
  ['Umbuchung Festgeld {n}', '2.000.000 € für 90 Tage, 2,1 %.'],
  ['Pay customs duties for container {n}', 'EUR 5,214.77, Hamburg customs office.'],
]

const CALL_CHECKS: readonly Text[] = [
  { title: 'Sind das wirklich Sie am Telefon?', details: 'Anruf wegen der Eilüberweisung nach Rotterdam.' },
  { title: 'Call check: urgent payment', details: null },
  { title: 'Rückruf wegen neuer Bankverbindung', details: null },
  { title: 'Anruf der Geschäftsführung prüfen', details: 'Angeblich aus dem Auto, Nummer unterdrückt.' },
  { title: 'Voice sounds odd, please confirm', details: null },
]

const filled = (text: string, n: number) => text.replaceAll('{n}', String(n))

/** The text of the approval at this place in the story. */
export const approvalText = (place: number): Text => {
  const [title, details] = APPROVALS[place % APPROVALS.length]!
  const n = 1_040 + place * 7
  return { title: filled(title, n), details: details === null ? null : filled(details, n) }
}

export const callCheckText = (place: number): Text => CALL_CHECKS[place % CALL_CHECKS.length]!
