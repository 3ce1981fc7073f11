import type { FieldType } from '#contract/requests/kinds.ts'

/** What the types of fields are called. */
export const fieldTypeWords = {
  en: {
    line: 'Line of text',
    text: 'Longer text',
    amount: 'Amount with currency',
    iban: 'IBAN',
    date: 'Date',
    choice: 'Choice',
    person: 'Person of the workspace',
    file: 'File',
  } satisfies Record<FieldType, string>,
  de: {
    line: 'Textzeile',
    text: 'Längerer Text',
    amount: 'Betrag mit Währung',
    iban: 'IBAN',
    date: 'Datum',
    choice: 'Auswahl',
    person: 'Person aus dem Workspace',
    file: 'Datei',
  } satisfies Record<FieldType, string>,
}
