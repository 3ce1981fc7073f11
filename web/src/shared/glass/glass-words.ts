import { createTexts } from '../texts/create-texts.ts'

/** What is said for ever about an approval that an admin gave alone. */
export const glassWords = createTexts(
  {
    erased: 'deleted user',
    /** Where a list says of others that they are approved. */
    mark: 'emergency approval',
    headline: 'Emergency: approved by one admin alone',
    by: (who: string, at: string) =>
      `${who} approved this alone on ${at}, without the people who otherwise decide.`,
    reason: 'Reason:',
    noReason: 'The reason has been deleted.',
    waits: (until: string) => `Not confirmed yet. A second person must confirm this until ${until}.`,
    confirmed: (who: string, at: string) => `${who} confirmed this on ${at}.`,
    late: 'Nobody confirmed this in time.',
  },
  {
    erased: 'gelöschter Benutzer',
    mark: 'Notfreigabe',
    headline: 'Notfall: von einem Admin allein freigegeben',
    by: (who, at) => `${who} hat das am ${at} allein freigegeben, ohne die Personen, die sonst entscheiden.`,
    reason: 'Begründung:',
    noReason: 'Die Begründung wurde gelöscht.',
    waits: (until) => `Noch nicht gegengezeichnet. Eine zweite Person muss das bis ${until} gegenzeichnen.`,
    confirmed: (who, at) => `${who} hat das am ${at} gegengezeichnet.`,
    late: 'Niemand hat das rechtzeitig gegengezeichnet.',
  },
)
