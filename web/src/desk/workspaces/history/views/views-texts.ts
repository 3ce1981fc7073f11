import { createTexts } from '#shared/texts/create-texts.ts'

export const viewsTexts = createTexts(
  { views: 'Views', view: 'Saved view:', changed: 'changed' },
  { views: 'Ansichten', view: 'Gespeicherte Ansicht:', changed: 'geändert' },
)
