import { createTexts } from '../texts/create-texts.ts'

/** Texts for the case that the server wants something else signed than what is shown. */
export const differsTexts = createTexts(
  {
    title: 'Not signed',
    text: 'The server asked for a signature on something other than what this page shows. Stop here and tell an admin of your workspace.',
    fields: (names: string) => `Differences: ${names}`,
  },
  {
    title: 'Nicht signiert',
    text: 'Der Server wollte etwas anderes signieren lassen, als hier angezeigt wird. Brechen Sie ab und informieren Sie einen Admin Ihres Workspace.',
    fields: (names) => `Abweichungen: ${names}`,
  },
)
