import { createTexts } from '../texts/create-texts.ts'

export const filterTexts = createTexts(
  {
    filters: 'Filters',
    set: (count: number) => `${count} set`,
    done: 'Show results',
    clear: 'Clear filters',
    remove: (name: string) => `Remove filter: ${name}`,
  },
  {
    filters: 'Filter',
    set: (count) => `${count} gesetzt`,
    done: 'Ergebnisse zeigen',
    clear: 'Filter leeren',
    remove: (name) => `Filter entfernen: ${name}`,
  },
)
