import { createTexts } from '#shared/texts/create-texts.ts'

export const remindersTexts = createTexts(
  {
    title: 'Reminders',
    each: { quarter: 'After a quarter of the time', dayBefore: 'A day before the end' },
    hint: 'By mail and push, in the working hours of the workspace, to those who have not decided yet.',
  },
  {
    title: 'Erinnerungen',
    each: { quarter: 'Nach einem Viertel der Zeit', dayBefore: 'Einen Tag vor dem Ende' },
    hint: 'Per E-Mail und Push, in den Arbeitszeiten des Workspace, an alle, die noch nicht entschieden haben.',
  },
)
