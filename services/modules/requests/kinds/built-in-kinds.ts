import type { BuiltInKind, Field, FieldType, InBoth, Kind } from '#contract/requests/kinds.ts'
import { derivedId } from '#platform/primitives/ids.ts'

type Definition = Pick<Kind, 'name' | 'fields'>

const both = (de: string, en: string): InBoth => ({ de, en })
const field = (
  name: string,
  label: InBoth,
  type: FieldType,
  { required = true, listed = false }: Partial<Pick<Field, 'required' | 'listed'>> = {},
): Field => ({ name, label, type, required, listed })
const listed = { listed: true }
const optional = { required: false }

/** The kinds that every workspace has, as their first version is. Their fields stay; an admin gives them rules. */
const DEFINITIONS: { readonly [kind in BuiltInKind]?: Definition } = {
  text: { name: both('Freier Text', 'Free text'), fields: [] },
  payment: {
    name: both('Zahlung', 'Payment'),
    fields: [
      field('amount', both('Betrag', 'Amount'), 'amount', listed),
      field('payee', both('Zahlungsempfänger', 'Payee'), 'line', listed),
      field('iban', both('IBAN', 'IBAN'), 'iban'),
      field('reference', both('Verwendungszweck', 'Payment reference'), 'line', optional),
      field('due', both('Fällig am', 'Due on'), 'date', { required: false, listed: true }),
      field('invoice', both('Rechnung', 'Invoice'), 'file', optional),
    ],
  },
  'bank-details': {
    name: both('Geänderte Bankverbindung', 'Changed bank details'),
    fields: [
      field('payee', both('Zahlungsempfänger', 'Payee'), 'line', listed),
      field('old-iban', both('Bisherige IBAN', 'Previous IBAN'), 'iban', optional),
      field('iban', both('Neue IBAN', 'New IBAN'), 'iban', listed),
      {
        ...field(
          'received',
          both('So erreichte uns die Änderung', 'How the change reached us'),
          'choice',
          listed,
        ),
        options: [
          both('E-Mail', 'Email'),
          both('Anruf', 'Phone call'),
          both('Brief', 'Letter'),
          both('Rechnung', 'Invoice'),
          both('Persönlich', 'In person'),
          both('Anders', 'Another way'),
        ],
      },
    ],
  },
  // The server fills in all but the file, from which it reads them.
  'payment-run': {
    name: both('Zahlungslauf', 'Payment run'),
    fields: [
      field('run', both('Datei (pain.001)', 'File (pain.001)'), 'file'),
      field('payments', both('Zahlungen', 'Payments'), 'line', { required: false, listed: true }),
      field('sum', both('Summe', 'Sum'), 'amount', { required: false, listed: true }),
      field('account', both('Auftraggeberkonto', 'Debtor account'), 'line', optional),
      field('day', both('Ausführung', 'Execution'), 'line', { required: false, listed: true }),
    ],
  },
  access: {
    name: both('Zugang', 'Access'),
    fields: [
      field('who', both('Für wen', 'For whom'), 'line', listed),
      field('what', both('Worauf', 'To what'), 'line', listed),
      field('until', both('Bis wann', 'Until when'), 'date', { required: false, listed: true }),
    ],
  },
}

/** The same in every program, so that nothing needs to be written before a workspace uses them. */
export const builtInId = (workspaceId: string, builtIn: BuiltInKind): string =>
  derivedId('kind', workspaceId, builtIn)

/** The built-in kinds of a workspace in their first version. */
export const builtInKinds = (workspaceId: string): readonly Kind[] =>
  Object.entries(DEFINITIONS).map(([name, definition]) => {
    const builtIn = name as BuiltInKind
    return { id: builtInId(workspaceId, builtIn), version: 1, builtIn, ...definition, rules: [] }
  })
