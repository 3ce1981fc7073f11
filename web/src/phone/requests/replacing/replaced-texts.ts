import { createTexts } from '#shared/texts/create-texts.ts'

export const replacedTexts = createTexts(
  {
    replaces: 'This request takes the place of:',
    erased: 'Deleted',
    isWithdrawn:
      'The earlier one is withdrawn as soon as you send this one. Approvals that it already has do not count here.',
    countsNot: 'Answers to the earlier one do not count here.',
    files: 'Please attach the files again:',
  },
  {
    replaces: 'Diese Anfrage ersetzt:',
    erased: 'Gelöscht',
    isWithdrawn:
      'Die frühere wird zurückgezogen, sobald Sie diese senden. Freigaben, die sie schon hat, zählen hier nicht.',
    countsNot: 'Antworten auf die frühere zählen hier nicht.',
    files: 'Bitte hängen Sie die Dateien neu an:',
  },
)
