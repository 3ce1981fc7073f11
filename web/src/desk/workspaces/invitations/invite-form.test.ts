import { expect, test } from 'vitest'
import { grantRuleTexts } from '#shared/forms/grant-rule-texts.ts'
import { commonTexts } from '#shared/texts/common.ts'
import { emptyInvite, inviteBody, inviteSchema, type InviteValues } from './invite-form.ts'

const schema = inviteSchema({ ...commonTexts.languages.en.invalid, ...grantRuleTexts.languages.en })
/** The first message of each invalid field. */
const errors = (values: Partial<InviteValues>): Record<string, string> => {
  const result = schema.safeParse({ ...emptyInvite, email: 'a@b.de', role: 'admin', ...values })
  return Object.fromEntries(
    (result.error?.issues ?? []).toReversed().map((i) => [i.path.join('.'), i.message]),
  )
}

test('an admin needs no further right', () => {
  expect(errors({})).toEqual({})
})

test.each([{ approver: true }, { requester: true }, { approver: true, requester: true }])(
  'a regular user with %j may be invited',
  (rights) => {
    expect(errors({ role: 'regular user', ...rights })).toEqual({})
  },
)

test('a regular user needs one of the two rights, even while the address is missing', () => {
  const flags = 'Either approver or requester must be selected'
  expect(errors({ role: 'regular user' })).toEqual({ approver: flags })
  expect(errors({ role: 'regular user', email: '' })).toEqual({
    approver: flags,
    email: 'Email is required.',
  })
})

test.each([
  ['', 'Role is required'],
  ['owner', 'Invalid role'],
])('the role %j is refused', (role, message) => {
  expect(errors({ role })).toEqual({ role: message })
})

test.each(['a b@c.de', 'a@@b.de', 'a@b', 'a@b.d', 'a@b.de,c@d.de'])('the address %j is refused', (email) => {
  expect(errors({ email })).toEqual({ email: 'Please enter a valid email address.' })
})

test('an address may have umlauts in its domain; before the @ they show an error', () => {
  expect(errors({ email: 'anna@müller.de' })).toEqual({})
  expect(errors({ email: 'jürgen@b.de' })).toEqual({
    email: expect.stringMatching(/^Before the @, please use only/),
  })
})

test('spaces around an address are dropped', () => {
  expect(schema.parse({ ...emptyInvite, role: 'admin', email: '  a@b.de ' }).email).toBe('a@b.de')
})

test('a name is proposed only if there is one, and is no longer than names may be', () => {
  const body = (name: string) => inviteBody({ ...emptyInvite, role: 'admin', email: 'a@b.de', name })
  expect([body('Ada Berg').name, 'name' in body('')]).toEqual(['Ada Berg', false])
  expect(errors({ name: ` ${'漢'.repeat(60)} ` })).toEqual({})
  expect(errors({ name: '漢'.repeat(61) })).toEqual({ name: 'Must be 60 characters at most' })
})
