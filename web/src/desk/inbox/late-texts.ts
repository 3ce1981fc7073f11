import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts for several approvals that are decided together. */
export const chosenTexts = createTexts(
  {
    bar: 'Chosen requests',
    chosen: (count: number) => `${count} chosen.`,
    most: (count: number) => `At most ${count} can be decided at once.`,
    gone: 'No longer in this list, and so no longer chosen:',
    first: (count: number) => `Choose the first ${count}`,
    all: (count: number) => `Choose all ${count}`,
    none: 'Choose none',
    approve: (count: number) => `Read and approve ${count}…`,
    decline: (count: number) => `Decline ${count}…`,
  },
  {
    bar: 'Ausgewählte Anfragen',
    chosen: (count) => `${count} ausgewählt.`,
    most: (count) => `Höchstens ${count} auf einmal.`,
    gone: 'Nicht mehr in dieser Liste und deshalb nicht mehr ausgewählt:',
    first: (count) => `Die ersten ${count} auswählen`,
    all: (count) => `Alle ${count} auswählen`,
    none: 'Auswahl aufheben',
    approve: (count) => `${count} lesen und freigeben …`,
    decline: (count) => `${count} ablehnen …`,
  },
)

/** Texts of a request in full. */
export const drawerTexts = createTexts(
  {
    approval: 'Approval',
    details: 'Details',
    noDetails: 'No details given',
    shortId: 'Short ID',
    to: 'To',
    byRule: 'Everybody whom the rule names',
    remindedAt: 'Reminded',
    decidedAt: 'Ended',
    decidedBy: 'Answered by',
    reason: 'Reason',
    approve: 'Approve…',
    decline: 'Decline…',
    answer: 'Answer the check…',
    onPhonePage: 'You sign on the phone page, with a passkey or the PIN of your device.',
  },
  {
    approval: 'Freigabe',
    details: 'Einzelheiten',
    noDetails: 'Keine Einzelheiten angegeben',
    shortId: 'Kurzkennung',
    to: 'An',
    byRule: 'Alle, die die Regel nennt',
    remindedAt: 'Erinnert',
    decidedAt: 'Beendet',
    decidedBy: 'Beantwortet von',
    reason: 'Grund',
    approve: 'Freigeben …',
    decline: 'Ablehnen …',
    answer: 'Prüfung beantworten …',
    onPhonePage: 'Sie signieren auf der Telefonseite, mit einem Passkey oder der PIN Ihres Geräts.',
  },
)

export const overdueTexts = createTexts(
  {
    hint: 'Nobody answered these in time, so they have ended. Their requesters can ask again.',
  },
  {
    hint: 'Hier hat niemand rechtzeitig geantwortet, deshalb sind diese Anfragen abgelaufen. Sie können erneut gestellt werden.',
  },
)
