import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts about lifting the protection of people, for those who may stop it. */
export const liftTexts = createTexts(
  {
    title: 'The protection of people is to be lifted',
    text: (time: string) =>
      `The operator lifts it on ${time}, because no second admin is left who can decide. Then one admin alone can say who approves and who is an admin. If you did not agree to this, stop it.`,
    reason: 'Reason:',
    stop: 'Stop it',
    failed: 'It could not be stopped.',
    nameless: 'Workspace without a name',
  },
  {
    title: 'Der Schutz der Personen soll aufgehoben werden',
    text: (time) =>
      `Der Betreiber hebt ihn am ${time} auf, weil es keinen zweiten Admin mehr gibt, der entscheiden kann. Danach kann ein Admin allein bestimmen, wer freigibt und wer Admin ist. Ist das nicht abgesprochen, halten Sie es an.`,
    reason: 'Grund:',
    stop: 'Anhalten',
    failed: 'Das Anhalten ist nicht gelungen.',
    nameless: 'Workspace ohne Namen',
  },
)
