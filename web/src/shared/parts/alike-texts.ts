import { createTexts } from '../texts/create-texts.ts'

export const alikeTexts = createTexts(
  {
    tag: 'there is another of this name',
    whole: (name: string) =>
      `There is another person in this workspace called “${name}”, or with a name that looks like it. Go by the address.`,
  },
  {
    tag: 'diesen Namen gibt es noch einmal',
    whole: (name: string) =>
      `In diesem Workspace gibt es noch eine Person, die „${name}“ heißt oder deren Name so aussieht. Achten Sie auf die Adresse.`,
  },
)
