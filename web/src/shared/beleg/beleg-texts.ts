import { createTexts } from '../texts/create-texts.ts'

export const belegTexts = createTexts(
  {
    download: 'Download Beleg',
    hint: 'A PDF that proves this decision, with its signatures, to somebody else. It shows the text in full.',
    loading: 'The Beleg is being made …',
    saved: (name: string) => `${name} is saved.`,
  },
  {
    download: 'Beleg herunterladen',
    hint: 'Ein PDF, das diese Entscheidung mit ihren Signaturen gegenüber anderen beweist. Es enthält den ganzen Text.',
    loading: 'Der Beleg wird erstellt …',
    saved: (name) => `${name} ist gespeichert.`,
  },
)
