import { createTexts } from '#shared/texts/create-texts.ts'

export const installTexts = createTexts(
  {
    update: 'A new version is ready.',
    reload: 'Reload',
  },
  {
    update: 'Eine neue Version steht bereit.',
    reload: 'Neu laden',
  },
)
