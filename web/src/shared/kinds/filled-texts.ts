import { createTexts } from '../texts/create-texts.ts'

export const filledTexts = createTexts(
  {
    title: 'Fields',
    erased: 'deleted user',
    noFile: 'Deleted',
    changed: 'Not the IBAN of before',
    before: (time: string) => `Last approved for this payee, on ${time}:`,
    advice: 'Call the payee on a number that you already know before you approve.',
  },
  {
    title: 'Felder',
    erased: 'gelöschter Benutzer',
    noFile: 'Gelöscht',
    changed: 'Andere IBAN als bisher',
    before: (time) => `Zuletzt am ${time} für diesen Empfänger freigegeben:`,
    advice: 'Rufen Sie den Empfänger vor der Freigabe unter einer Nummer an, die Sie schon kennen.',
  },
)
