import { createTexts } from '../texts/create-texts.ts'

export const listTexts = createTexts(
  {
    width: (column: string) => `Width of column ${column}`,
    selectAll: 'Select all',
    select: (row: string) => `Select ${row}`,
    selection: 'Selection',
  },
  {
    width: (column) => `Breite der Spalte ${column}`,
    selectAll: 'Alle auswählen',
    select: (row) => `${row} auswählen`,
    selection: 'Auswahl',
  },
)
