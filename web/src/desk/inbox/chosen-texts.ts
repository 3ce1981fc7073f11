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
