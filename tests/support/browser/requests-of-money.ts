import type { Request } from '#contract/requests/requests.ts'

/** Approvals of kinds and by rules, with values as long as customers have them, to lay over another request. */

const GROUPS = ['Zahlungsverkehr und Liquiditätssteuerung der Holding', '経理部 المحاسبة'] as const
const REASON =
  'Der Kapitän ist auf See, und ohne die Hafengebühr läuft das Schiff heute nicht aus. Freitag bestätigt.'

type Given = {
  readonly me: Request['requester']
  readonly other: Request['requester']
  /** The time in so many minutes. */
  readonly at: (minutes: number) => string
  readonly idOf: (n: number) => string
}

export const requestsOfMoney = ({ me, other, at, idOf }: Given) => {
  const groups = GROUPS.map((name, n) => ({ id: idOf(960 + n), name }))
  const applied = {
    rule: {
      when: { amountFrom: '10000.00', currency: 'EUR' },
      who: { groups: groups.map(({ id }) => id) },
      count: 2,
      before: null,
      hours: 48,
    },
    groups,
  } as const
  const rule = `Two of: ${GROUPS.join(', ')}; above 10,000.00 EUR`
  const needs = { count: 2, of: [me, other], rule, applied }
  const signed = {
    participant: other,
    at: at(-30),
    assurance: 'passkey',
    approves: true,
    onBehalfOf: null,
  } as const
  const label = (de: string, en: string) => ({ de, en })
  const payment = {
    type: 'approval',
    kind: { id: idOf(970), version: 12, name: label('Zahlung ins Ausland mit Vorkasse', 'Payment abroad') },
    fields: [
      {
        name: 'amount',
        label: label('Betrag', 'Amount'),
        type: 'amount',
        listed: true,
        value: { value: '1234567890.00', currency: 'EUR' },
      },
      {
        name: 'payee',
        label: label('Zahlungsempfänger', 'Payee'),
        type: 'line',
        listed: true,
        value: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellungs-GmbH & Co. KGaA',
      },
      {
        name: 'iban',
        label: label('IBAN', 'IBAN'),
        type: 'iban',
        listed: false,
        value: 'MT84MALT011000012345MTLCAST001S',
      },
      {
        name: 'due',
        label: label('Fällig am', 'Due on'),
        type: 'date',
        listed: false,
        value: '2028-02-29',
      },
      {
        name: 'why',
        label: label('Begründung für die Vorkasse', 'Reason for paying in advance'),
        type: 'text',
        listed: false,
        value: 'Neuer Lieferant.\n\n請求書は添付のとおり。\nالدفع مقدماً حسب الاتفاق.',
      },
      {
        name: 'owner',
        label: label('Ansprechperson', 'Contact'),
        type: 'person',
        listed: false,
        value: other.participantId,
        person: other,
      },
    ],
    changedIban: {
      field: 'iban',
      before: 'DE89370400440532013000',
      approvedAt: at(-60 * 24 * 30),
      requestId: idOf(971),
    },
    files: [
      {
        id: idOf(972),
        name: `Rechnung_${'2026-11-'.repeat(8)}Müller_und_Söhne.pdf`,
        type: 'application/pdf',
        size: 10_485_760,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
    needs,
    decisions: [],
  } satisfies Partial<Request>
  const asked = { ...payment, requester: me, approver: null } as const
  const approved = { status: 'approved', decidedAt: at(-5), decidedBy: other, assurance: 'passkey' } as const
  return {
    payment: { ...payment, requester: other, approver: null, decisions: [signed] },
    parked: { ...asked, parked: { people: 1, groups: [GROUPS[1]] } },
    bySeveral: {
      ...asked,
      ...approved,
      needs: { ...needs, of: [] },
      decisions: [signed, { ...signed, onBehalfOf: me, assurance: 'pin' }],
      decidedFor: me,
      replaces: { id: idOf(1) },
    },
    emergency: {
      ...asked,
      ...approved,
      needs: { ...needs, of: [] },
      brokenGlass: {
        by: other,
        at: at(-5),
        reason: REASON,
        confirmedBy: null,
        confirmedAt: null,
        confirmUntil: at(60 * 72),
      },
    },
  } satisfies Readonly<Record<string, Partial<Request>>>
}
