import { expect, test } from 'vitest'
import { userDecider, type UserCommand } from './user.decider.ts'
import type { UserState } from './user.state.ts'
import type { UserEvent } from './user.events.ts'

const userId = 'u'
const person = { userId, email: 'ada@example.org', addressHash: 'h', language: 'en' } as const
const signedUp: UserEvent = { type: 'UserSignedUp', data: { ...person, role: 'admin' } }
const verified: UserEvent = { type: 'EmailVerified', data: { userId, role: 'admin' } }
const confirmation = (generation: number): UserEvent => ({
  type: 'ConfirmationRequested',
  data: { userId, email: person.email, generation },
})
const enrolled: UserEvent = {
  type: 'DeviceEnrolled',
  data: { userId, deviceId: 'd', kind: 'pin', name: 'Phone', publicKey: '{}' },
}

const given = (...events: UserEvent[]): UserState =>
  events.reduce((state, event) => userDecider.evolve(state, event), userDecider.initialState)
const when = (command: UserCommand, ...events: UserEvent[]) => userDecider.decide(command, given(...events))
const signUp = (generation: number): UserCommand => ({ type: 'SignUp', generation, ...person })
const enrol: UserCommand = {
  type: 'EnrolDevice',
  ...enrolled.data,
  kind: 'pin',
  name: 'Phone',
  deviceBound: null,
  vouch: null,
  now: new Date('2026-03-01T12:00:00.000Z'),
  waitMs: 86_400_000,
}

test('a sign-up creates an admin and requests a confirmation', () => {
  expect(when(signUp(1))).toEqual([signedUp, confirmation(1)])
})

test('before the sign-up no event makes an account', () => {
  expect(given(verified, confirmation(1), enrolled)).toEqual(userDecider.initialState)
})

test('a second sign-up before the confirmation only requests a new confirmation', () => {
  expect(when(signUp(2), signedUp)).toEqual([confirmation(2)])
})

test('a sign-up with a verified address only notifies its owner', () => {
  expect(when(signUp(2), signedUp, verified)).toEqual([
    { type: 'SignupRepeated', data: { userId, email: person.email } },
  ])
})

test('a language change is recorded only if the language differs', () => {
  const german: UserEvent = { type: 'UserLanguageChanged', data: { userId, language: 'de' } }
  const change = (language: 'de' | 'en'): UserCommand => ({ type: 'ChangeUserSettings', userId, language })
  expect(when(change('en'), signedUp, verified)).toEqual([])
  expect(when(change('de'), signedUp, verified)).toEqual([german])
  expect(when(change('de'), signedUp, verified, german)).toEqual([])
  expect(when(change('en'), signedUp, verified, german)).toEqual([
    { type: 'UserLanguageChanged', data: { userId, language: 'en' } },
  ])
})

test('the frequency and the time zone of mails are recorded only if they differ', () => {
  const change = (settings: object): UserCommand => ({ type: 'ChangeUserSettings', userId, ...settings })
  const hourly: UserEvent = { type: 'RequestMailsChanged', data: { userId, requestMails: 'hourly' } }
  const zone = (timeZone?: string): UserEvent => ({
    type: 'UserTimeZoneChanged',
    data: { userId, ...(timeZone && { timeZone }) },
  })
  const both = { requestMails: 'hourly', timeZone: 'Asia/Tokyo' }
  expect(when(change({ requestMails: 'at-once', timeZone: null }), signedUp)).toEqual([])
  expect(when(change(both), signedUp)).toEqual([hourly, zone('Asia/Tokyo')])
  expect(when(change(both), signedUp, hourly, zone('Asia/Tokyo'))).toEqual([])
  expect(when(change({ timeZone: null }), signedUp, zone('Asia/Tokyo'))).toEqual([zone()])
  // That of a browser counts for a new account, and until its person says something about theirs.
  const proposedZone = 'America/Lima'
  const proposed = change({ proposedZone })
  const verify = { type: 'VerifyEmail', userId, proposedZone } as const
  expect(when(verify, signedUp)).toEqual([verified, zone(proposedZone)])
  expect(when(verify, signedUp, verified)).toEqual([])
  const atGoogle = { ...by(google, true), proposedZone } as UserCommand
  expect(when(atGoogle)).toEqual([signedUp, verified, zone(proposedZone), linked(google)])
  expect(when(atGoogle, signedUp, verified)).toEqual([linked(google)])
  const confirm = { type: 'ConfirmIdentity', userId, generation: 3, proposedZone } as const
  expect(when(confirm, signedUp, linkRequested(microsoft))).toEqual([
    verified,
    zone(proposedZone),
    linked(microsoft),
  ])
  expect(when(proposed, signedUp, verified)).toEqual([zone(proposedZone)])
  for (const said of [zone('Asia/Tokyo'), zone()]) {
    expect(when(proposed, signedUp, verified, said)).toEqual([])
    expect(when(verify, signedUp, said)).toEqual([verified])
  }
})

test('a name is given, taken away once, and absent if it is so already', () => {
  const named = (name?: string): UserEvent => ({ type: 'UserNamed', data: { userId, ...(name && { name }) } })
  const change = (name?: string | null): UserCommand => ({
    type: 'ChangeUserSettings',
    userId,
    ...(name !== undefined && { name }),
  })
  expect(when(change('Ada'), signedUp, verified)).toEqual([named('Ada')])
  expect(when(change(), signedUp, verified)).toEqual([])
  expect(when(change(null), signedUp, verified)).toEqual([])
  expect(when(change(null), signedUp, verified, named('Ada'))).toEqual([named()])
  expect(when(change(null), signedUp, verified, named('Ada'), named())).toEqual([])
})

test('a person may give a name at sign-up; one that somebody else gave before does not stay', () => {
  const named = (name?: string): UserEvent => ({ type: 'UserNamed', data: { userId, ...(name && { name }) } })
  const invited = { type: 'SignUpInvited', role: 'admin', ...person } as const
  expect(when({ ...signUp(1), name: 'Ada' } as UserCommand)).toEqual([
    signedUp,
    named('Ada'),
    confirmation(1),
  ])
  expect(when(signUp(2), signedUp, named('Eve'))).toEqual([named(), confirmation(2)])
  expect(when({ ...invited, name: 'Ada' })).toEqual([signedUp, named('Ada'), verified])
  expect(when(invited, signedUp, named('Eve'))).toEqual([named(), verified])
  const verify = { type: 'VerifyEmail', userId } as const
  expect(when(verify, signedUp, named('Ada'))).toEqual([verified])
  expect(when({ ...verify, isOtherBrowser: true }, signedUp, named('Eve'))).toEqual([named(), verified])
})

test('a super admin is created once, and only for a free address', () => {
  const role = 'super admin'
  const create: UserCommand = { type: 'CreateSuperAdmin', ...person }
  const made: UserEvent[] = [
    { type: 'UserSignedUp', data: { ...person, role } },
    { type: 'EmailVerified', data: { userId, role } },
  ]
  expect(when(create)).toEqual(made)
  expect(when(create, ...made)).toEqual([])
  for (const before of [[signedUp], [signedUp, verified]])
    expect(() => when(create, ...before)).toThrow(expect.objectContaining({ code: 'account.exists' }))
})

test('an invited sign-up is verified immediately, with the role of the invitation', () => {
  expect(when({ type: 'SignUpInvited', role: 'regular user', ...person })).toEqual([
    { type: 'UserSignedUp', data: { ...person, role: 'regular user' } },
    { type: 'EmailVerified', data: { userId, role: 'regular user' } },
  ])
})

test('an invitation verifies an unverified account', () => {
  expect(when({ type: 'SignUpInvited', role: 'regular user', ...person }, signedUp)).toEqual([
    { type: 'EmailVerified', data: { userId, role: 'regular user' } },
  ])
})

test('an invitation does not touch a verified account', () => {
  expect(() => when({ type: 'SignUpInvited', role: 'regular user', ...person }, signedUp, verified)).toThrow(
    expect.objectContaining({ code: 'account.exists' }),
  )
})

test('a reset is sent to every existing account, confirmed or not', () => {
  const request: UserCommand = { type: 'RequestPasswordReset', userId, client: 'web', generation: 3 }
  const due = { type: 'PasswordResetRequested', data: { userId, client: 'web', generation: 3 } }
  expect(when(request, signedUp)).toEqual([due])
  expect(when(request, signedUp, verified)).toEqual([due])
  expect(when(request)).toEqual([])
  expect(when(request, signedUp, { type: 'PersonErased', data: { userId, addressHash: 'h' } })).toEqual([])
})

test('a password change by mail confirms the address', () => {
  const change: UserCommand = { type: 'ReportPasswordChange', userId }
  const changed = { type: 'PasswordChanged', data: { userId } }
  expect(when(change, signedUp)).toEqual([verified, changed])
  expect(when(change, signedUp, verified)).toEqual([changed])
  expect(when(change, signedUp, { type: 'PersonErased', data: { userId, addressHash: 'h' } })).toEqual([])
})

test('a confirmation verifies the account once', () => {
  expect(when({ type: 'VerifyEmail', userId }, signedUp)).toEqual([verified])
  expect(when({ type: 'VerifyEmail', userId }, signedUp, verified)).toEqual([])
})

test('rejects the confirmation of an unknown account', () => {
  expect(() => when({ type: 'VerifyEmail', userId })).toThrow(
    expect.objectContaining({ code: 'token.not-found' }),
  )
})

test('a confirmation is resent only to an unverified account', () => {
  const again: UserCommand = { type: 'RequestConfirmation', userId, email: person.email, generation: 2 }
  expect(when(again, signedUp)).toEqual([confirmation(2)])
  expect(when(again, signedUp, verified)).toEqual([])
  expect(when(again)).toEqual([])
})

test('only a regular user is raised to admin', () => {
  const raise: UserCommand = { type: 'RaiseRole', userId, by: 'boss' }
  const regular: UserEvent = { type: 'EmailVerified', data: { userId, role: 'regular user' } }
  expect(when(raise, signedUp, regular)).toEqual([
    { type: 'UserRoleRaised', data: { userId, role: 'admin', by: 'boss' } },
  ])
  expect(when(raise, signedUp, verified)).toEqual([])
  expect(when(raise)).toEqual([])
})

const google = { provider: 'google', identityHash: 'i' } as const
const microsoft = { provider: 'microsoft', identityHash: 'i' } as const
const by = (identity: typeof google | typeof microsoft, isProved: boolean): UserCommand => ({
  type: 'SignInByProvider',
  identity,
  isProved,
  generation: 3,
  ...person,
})
const linked = (identity: typeof google | typeof microsoft): UserEvent => ({
  type: 'IdentityLinked',
  data: { userId, ...identity },
})
const linkRequested = (identity: typeof google | typeof microsoft, generation = 3): UserEvent => ({
  type: 'IdentityLinkRequested',
  data: { userId, email: person.email, ...identity, generation },
})

test('a provider that vouches for the address creates or verifies the account', () => {
  for (const identity of [google, microsoft]) {
    expect(when(by(identity, true))).toEqual([signedUp, verified, linked(identity)])
    expect(when(by(identity, true), signedUp)).toEqual([verified, linked(identity)])
  }
})

test('a verified account trusts only Google to vouch for the address', () => {
  expect(when(by(google, true), signedUp, verified)).toEqual([linked(google)])
  expect(when(by(microsoft, true), signedUp, verified)).toEqual([linkRequested(microsoft)])
})

test('an unproved address links nothing and requests a confirmation by mail', () => {
  for (const identity of [google, microsoft]) {
    expect(when(by(identity, false))).toEqual([signedUp, linkRequested(identity)])
    expect(when(by(identity, false), signedUp)).toEqual([linkRequested(identity)])
    expect(when(by(identity, false), signedUp, verified)).toEqual([linkRequested(identity)])
  }
})

test('a linked identity stays linked if the provider stops vouching for the address', () => {
  expect(when(by(google, true), signedUp, verified, linked(google))).toEqual([])
  expect(when(by(microsoft, false), signedUp, verified, linked(microsoft))).toEqual([])
})

test('a provider cannot sign in a super admin: rejects a proved address, ignores an unproved one', () => {
  const root: UserEvent = { type: 'EmailVerified', data: { userId, role: 'super admin' } }
  expect(() => when(by(google, true), signedUp, root)).toThrow(
    expect.objectContaining({ code: 'google.refused' }),
  )
  expect(when(by(microsoft, false), signedUp, root)).toEqual([])
})

test('a confirmation by mail links the latest pending identity once and verifies the account', () => {
  const confirm = (generation: number): UserCommand => ({ type: 'ConfirmIdentity', userId, generation })
  expect(when(confirm(3), signedUp, linkRequested(microsoft))).toEqual([verified, linked(microsoft)])
  expect(when(confirm(3), signedUp, verified, linkRequested(microsoft))).toEqual([linked(microsoft)])
  expect(when(confirm(3), signedUp, linkRequested(microsoft), verified, linked(microsoft))).toEqual([])
  const refused = expect.objectContaining({ code: 'token.not-found' }) as Error
  expect(() => when(confirm(3), signedUp, linkRequested(microsoft), linkRequested(google, 4))).toThrow(
    refused,
  )
  expect(() => when(confirm(3), signedUp)).toThrow(refused)
  expect(() => when(confirm(3))).toThrow(refused)
})

test('a device is enrolled once', () => {
  expect(when(enrol, signedUp, verified)).toEqual([enrolled])
  expect(when(enrol, signedUp, verified, enrolled)).toEqual([])
})

test('an account has twenty devices at most', () => {
  const others = Array.from({ length: 20 }, (_, i): UserEvent => {
    return { ...enrolled, data: { ...enrolled.data, deviceId: `d${i}` } }
  })
  expect(when(enrol, signedUp, verified, ...others.slice(1))).toMatchObject([enrolled])
  expect(() => when(enrol, signedUp, verified, ...others)).toThrow(
    expect.objectContaining({ code: 'device.limit' }) as Error,
  )
})

test('a device is disabled once, and only if it is known', () => {
  const disabled: UserEvent = {
    type: 'DeviceDisabled',
    data: { userId, deviceId: 'd', reason: 'wrong-pins' },
  }
  const disable: UserCommand = { type: 'DisableDevice', userId, deviceId: 'd' }
  expect(when(disable, signedUp, enrolled)).toEqual([disabled])
  expect(when(disable, signedUp, enrolled, disabled)).toEqual([])
  expect(when(disable, signedUp)).toEqual([])
})

test.each<[UserCommand, UserEvent]>([
  [
    { type: 'ReportReplay', userId, sessionId: 's' },
    { type: 'SessionReplayed', data: { userId, sessionId: 's' } },
  ],
  [
    { type: 'ReportPairing', userId, sessionId: 's', pairedBy: 'b', name: null },
    { type: 'PhonePaired', data: { userId, sessionId: 's', pairedBy: 'b' } },
  ],
  [
    { type: 'ReportGuesses', userId },
    { type: 'PasswordGuessed', data: { userId } },
  ],
])('the owner of an account hears of it: $type', (report, reported) => {
  expect(when(report, signedUp, verified)).toEqual([reported])
  expect(when(report)).toEqual([])
  expect(
    when(report, signedUp, verified, { type: 'AccountDeleted', data: { userId, deletionId: 'd' } }),
  ).toEqual([])
})
