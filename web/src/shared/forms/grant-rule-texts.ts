import { createTexts } from '../texts/create-texts.ts'

/** The messages of the rules about a role and its rights, apart from those that every page has. */
export const grantRuleTexts = createTexts(
  {
    role: 'Invalid role',
    roleMissing: 'Role is required',
    flags: 'Either approver or requester must be selected',
  },
  {
    role: 'Ungültige Rolle',
    roleMissing: 'Die Rolle ist erforderlich',
    flags: 'Wählen Sie „freigebend“ oder „anfragend“ aus',
  },
)

/** In the current language. */
export type GrantRuleTexts = ReturnType<typeof grantRuleTexts.use>
