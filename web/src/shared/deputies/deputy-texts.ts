import { createTexts } from '../texts/create-texts.ts'

/** Texts of decisions for a colleague who is away. */
export const deputyTexts = createTexts(
  {
    youDecide: (who: string) => `You decide for ${who}, who is away.`,
    decided: (who: string) => `for ${who}`,
    erased: 'deleted user',
  },
  {
    youDecide: (who) => `Sie entscheiden in Vertretung für ${who}.`,
    decided: (who) => `in Vertretung für ${who}`,
    erased: 'gelöschter Benutzer',
  },
)
