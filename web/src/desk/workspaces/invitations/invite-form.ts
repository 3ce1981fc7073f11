import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import type { inviteParticipant } from '#contract/workspaces/invitations.ts'
import { emailRule } from '#shared/forms/form-rules.ts'
import type { RuleTexts } from '#shared/forms/field-errors.ts'
import type { GrantRuleTexts } from '#shared/forms/grant-rule-texts.ts'
import { nameError } from '#shared/forms/name-rule.ts'

const ROLES = ['admin', 'regular user'] as const
const isRole = (role: string): role is (typeof ROLES)[number] => ROLES.some((known) => known === role)

/** A regular user needs at least one of the two rights; an admin may have none. */
export const inviteSchema = (t: RuleTexts & GrantRuleTexts) =>
  z
    .object({
      role: z.string().check(z.minLength(1, t.roleMissing), z.refine(isRole, t.role)),
      email: emailRule(t),
      name: z.string().check(
        z.trim(),
        z.refine((text) => nameError(text, t) === undefined, t.long(60)),
      ),
      approver: z.boolean(),
      requester: z.boolean(),
    })
    .check(
      z.refine(({ role, approver, requester }) => role !== 'regular user' || approver || requester, {
        error: t.flags,
        path: ['approver'],
      }),
    )

export type InviteValues = z.output<ReturnType<typeof inviteSchema>>

export const emptyInvite: InviteValues = { role: '', email: '', name: '', approver: false, requester: false }

/** The request body of values that passed the schema. */
export const inviteBody = ({ role, name, ...rest }: InviteValues): Body<typeof inviteParticipant> => ({
  ...rest,
  ...(name && { name }),
  role: isRole(role) ? role : 'regular user',
})
