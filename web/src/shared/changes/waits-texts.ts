import { createTexts } from '../texts/create-texts.ts'

/** Texts of a change that has been asked for, apart from the other words of changes so that forms load no more than these. */
export const waitsTexts = createTexts(
  {
    asked: (until: string) => `Nothing has changed yet: this waits for a second admin until ${until}.`,
    who: 'Every other admin with a device that can sign may decide. They have been told.',
    view: 'View the change',
    tag: 'waits for a second admin',
    invitations: (count: number) =>
      count === 1
        ? 'An invitation waits for a second admin:'
        : `${count} invitations wait for a second admin:`,
    more: (count: number) => `${count} more`,
  },
  {
    asked: (until) => `Noch ist nichts geändert: Das wartet bis ${until} auf einen zweiten Admin.`,
    who: 'Entscheiden kann jeder andere Admin, der ein Gerät zum Signieren hat. Die anderen Admins wissen Bescheid.',
    view: 'Änderung ansehen',
    tag: 'wartet auf zweiten Admin',
    invitations: (count) =>
      count === 1
        ? 'Eine Einladung wartet auf einen zweiten Admin:'
        : `${count} Einladungen warten auf einen zweiten Admin:`,
    more: (count) => `${count} weitere`,
  },
)
