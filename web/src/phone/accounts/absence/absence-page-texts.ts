import { createTexts } from '#shared/texts/create-texts.ts'

export const absencePageTexts = createTexts(
  {
    lead: 'Your deputies then decide for you what asks you for an approval. People who want to ask you see until when you are away, and who decides. You can still decide yourself.',
    none: 'You approve nothing in any active workspace.',
  },
  {
    lead: 'Ihre Vertretung entscheidet dann für Sie über Anfragen um Freigabe. Wer Sie fragen will, sieht, bis wann Sie weg sind und wer entscheidet. Sie selbst können weiter entscheiden.',
    none: 'Sie geben in keinem aktiven Workspace etwas frei.',
  },
)
