import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts for the person with whom many check a call at once. */
export const manySidesTexts = createTexts(
  {
    title: 'Several people are checking a call with you at once',
    what: 'Somebody may be pretending to be you. Verify only the call that you are on yourself, and call the others on a number that you know.',
  },
  {
    title: 'Mehrere Personen prüfen gerade einen Anruf mit Ihnen',
    what: 'Vielleicht gibt sich jemand für Sie aus. Bestätigen Sie nur das Gespräch, das Sie selbst führen, und rufen Sie die anderen unter einer bekannten Nummer an.',
  },
)
