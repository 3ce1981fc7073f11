import { createTexts } from '#shared/texts/create-texts.ts'

export const absencePageTexts = createTexts(
  {
    lead: 'Whoever wants to ask you for an approval then sees until when you are away, and whom they can ask instead. You can still decide yourself.',
    none: 'You approve nothing in any active workspace.',
  },
  {
    lead: 'Wer Sie um eine Freigabe bitten will, sieht dann, bis wann Sie weg sind und wen man stattdessen fragen kann. Sie selbst können weiter entscheiden.',
    none: 'Sie geben in keinem aktiven Workspace etwas frei.',
  },
)
