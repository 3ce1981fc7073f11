import { Rejected } from '#contract/errors.ts'
import type { RequestMails, UserRole } from '#contract/accounts/users.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import {
  decideDeletion,
  isDeleted,
  isDeletion,
  type DeletionCommand,
} from '#modules/accounts/deletion/deletion.decider.ts'
import {
  decideDevice,
  isDeviceCommand,
  type DeviceCommand,
} from '#modules/accounts/devices/device.decider.ts'
import { decideReport, isReport, type ReportCommand } from '#modules/accounts/sessions/report.decider.ts'
import { zoneChanged, zoneProposed, type InZone } from '#modules/accounts/sign-up/time-zone.decider.ts'
import type { UserEvent } from './user.events.ts'
import { evolve, type Identity, type UserState } from './user.state.ts'

type Person = {
  readonly userId: string
  readonly email: string
  readonly addressHash: string
  readonly language: 'de' | 'en'
}
/** What somebody who signs up says about their name; null or absent: nothing. */
type Named = { readonly name?: string | null }

type RaiseRole = {
  readonly type: 'RaiseRole'
  readonly userId: string
  readonly by: string | null
  readonly inWorkspaceId?: string
  readonly promoted?: true
}
export type UserCommand =
  /** `generation` numbers the confirmation token of this sign-up. */
  | ({ readonly type: 'SignUp'; readonly generation: number } & Person & Named)
  | ({
      readonly type: 'SignUpInvited'
      readonly role: UserRole
      /** After a crash the account has neither a password nor an identity. */
      readonly hasNoLogin?: boolean
    } & Person &
      Named)
  /** Only from the command line. */
  | ({ readonly type: 'CreateSuperAdmin' } & Person)
  | {
      readonly type: 'RequestConfirmation'
      readonly userId: string
      readonly email: string
      readonly generation: number
    }
  /** `isOtherBrowser`: somebody else may have signed up, so the password is a new one. */
  | ({ readonly type: 'VerifyEmail'; readonly userId: string; readonly isOtherBrowser?: boolean } & InZone)
  | {
      readonly type: 'RequestPasswordReset'
      readonly userId: string
      readonly client: 'web' | 'mobile'
      /** Numbers the token in the mail. */
      readonly generation: number
    }
  /** A password was set with a link from a mail, which also confirms the address. */
  | { readonly type: 'ReportPasswordChange'; readonly userId: string }
  | ({
      readonly type: 'SignInByProvider'
      readonly identity: Identity
      /** The provider vouches for the address. */
      readonly isProved: boolean
      /** Numbers the token in the mail, if one has to be sent. */
      readonly generation: number
    } & Person &
      InZone)
  /** The owner of the address confirms the pending identity. */
  | ({ readonly type: 'ConfirmIdentity'; readonly userId: string; readonly generation: number } & InZone)
  | ReportCommand
  | ChangeUserSettings
  | RaiseRole
  | DeviceCommand
  | DeletionCommand

export type ChangeUserSettings = InZone & {
  readonly type: 'ChangeUserSettings'
  readonly userId: string
  readonly language?: 'de' | 'en'
  /** null takes it away. Absent if it is so already: the state does not hold it. */
  readonly name?: string | null
  readonly requestMails?: RequestMails
  /** null: that of the workspace. */
  readonly timeZone?: string | null
}

const signedUp = ({ userId, email, addressHash, language }: Person, role: UserRole): UserEvent => ({
  type: 'UserSignedUp',
  data: { userId, email, addressHash, language, role },
})

const nameGiven = (userId: string, name: string | null): UserEvent => ({
  type: 'UserNamed',
  data: { userId, ...(name !== null && { name }) },
})

/** A name from an earlier sign-up does not stay either. */
const nameAtSignUp = (
  { userId, name = null }: { readonly userId: string } & Named,
  state: UserState,
): UserEvent[] =>
  name !== null || (state.kind !== 'none' && state.isNamed === true) ? [nameGiven(userId, name)] : []

const signUp = (command: UserCommand & { type: 'SignUp' }, state: UserState): UserEvent[] => {
  const { userId, email, generation } = command
  if (state.kind === 'verified') return [{ type: 'SignupRepeated', data: { userId, email } }]
  const confirmation: UserEvent = { type: 'ConfirmationRequested', data: { userId, email, generation } }
  const named = nameAtSignUp(command, state)
  return state.kind === 'none'
    ? [signedUp(command, 'admin'), ...named, confirmation]
    : [...named, confirmation]
}

const signUpInvited = (command: UserCommand & { type: 'SignUpInvited' }, state: UserState): UserEvent[] => {
  const { userId, role, hasNoLogin = false } = command
  if (state.kind === 'verified' && !hasNoLogin) throw new Rejected('account.exists')
  if (state.kind === 'verified') return []
  const verified: UserEvent = { type: 'EmailVerified', data: { userId, role } }
  const named = nameAtSignUp(command, state)
  return state.kind === 'none' ? [signedUp(command, role), ...named, verified] : [...named, verified]
}

const createSuperAdmin = (command: Person, state: UserState): UserEvent[] => {
  const { userId } = command
  const role = 'super admin'
  if (state.kind === 'none')
    return [signedUp(command, role), { type: 'EmailVerified', data: { userId, role } }]
  if (state.role !== role) throw new Rejected('account.exists')
  return []
}

/**
 * Whether a sign-in at a provider links the identity without a mail. The provider must vouch for the address. A verified
 * account trusts only Google, which vouches only for addresses that it hosts.
 */
export const linksWithoutMail = (
  { identity, isProved }: { readonly identity: Identity; readonly isProved: boolean },
  state: UserState,
): boolean =>
  !isDeleted(state) &&
  ((state.kind !== 'none' && state.identities.has(identity.identityHash)) ||
    (isProved && (state.kind !== 'verified' || identity.provider === 'google')))

const verified = (userId: string, state: UserState, zone: InZone = {}): UserEvent[] => {
  const role = state.kind === 'none' ? 'admin' : state.role
  return state.kind === 'verified'
    ? []
    : [{ type: 'EmailVerified', data: { userId, role } }, ...zoneProposed(userId, zone, state)]
}

const verifyEmail = (
  { userId, isOtherBrowser = false, ...zone }: UserCommand & { type: 'VerifyEmail' },
  state: UserState,
): UserEvent[] => {
  if (state.kind === 'none') throw new Rejected('token.not-found')
  const isNameDoubtful = isOtherBrowser && state.kind === 'unverified'
  return [...(isNameDoubtful ? nameAtSignUp({ userId }, state) : []), ...verified(userId, state, zone)]
}

const linked = (
  { userId, ...zone }: { readonly userId: string } & InZone,
  { provider, identityHash }: Identity,
  state: UserState,
): UserEvent[] => {
  if (state.kind !== 'none' && state.identities.has(identityHash)) return []
  return [
    ...verified(userId, state, zone),
    { type: 'IdentityLinked', data: { userId, provider, identityHash } },
  ]
}

const signInByProvider = (
  command: UserCommand & { type: 'SignInByProvider' },
  state: UserState,
): UserEvent[] => {
  const { userId, email, identity, isProved, generation } = command
  if (state.kind !== 'none' && state.role === 'super admin') {
    if (isProved) throw new Rejected(`${identity.provider}.refused`)
    // An unproved claim must not reveal that the account exists.
    return []
  }
  const data = { userId, email, ...identity, generation }
  return [
    ...(state.kind === 'none' ? [signedUp(command, 'admin')] : []),
    ...(linksWithoutMail(command, state)
      ? linked(command, identity, state)
      : [{ type: 'IdentityLinkRequested', data } as const]),
  ]
}

const changeSettings = (
  { userId, language, name, requestMails, timeZone, ...zone }: ChangeUserSettings,
  state: UserState,
): readonly UserEvent[] => {
  if (state.kind === 'none') return []
  const isNewName = name !== undefined && (name !== null || state.isNamed === true)
  return [
    ...(language !== undefined && language !== state.language
      ? [{ type: 'UserLanguageChanged', data: { userId, language } } as const]
      : []),
    ...(isNewName ? [nameGiven(userId, name)] : []),
    ...(requestMails !== undefined && requestMails !== state.requestMails
      ? [{ type: 'RequestMailsChanged', data: { userId, requestMails } } as const]
      : []),
    ...(timeZone !== undefined && timeZone !== (state.timeZone ?? null)
      ? [zoneChanged(userId, timeZone)]
      : zoneProposed(userId, zone, state)),
  ]
}

const raiseRole = (command: RaiseRole, state: UserState): UserEvent[] => {
  if (state.kind === 'none' || state.role !== 'regular user') return []
  const { type: _, ...data } = command
  return [{ type: 'UserRoleRaised', data: { ...data, role: 'admin' } }]
}

/** Calls that get the same answer for every address, and reactions to events. */
const IGNORED_AFTER_DELETION: ReadonlySet<UserCommand['type']> = new Set([
  'SignUp',
  'RequestConfirmation',
  'RequestPasswordReset',
  'ReportPasswordChange',
  'RaiseRole',
  'DisableDevice',
])

const decideDeleted = (command: UserCommand): readonly UserEvent[] => {
  if (isReport(command) || IGNORED_AFTER_DELETION.has(command.type)) return []
  if (command.type === 'SignInByProvider') throw new Rejected(`${command.identity.provider}.refused`)
  throw new Rejected('token.not-found')
}

/** A super admin sets a password only from the command line. */
const requestReset = (
  { userId, client, generation }: Extract<UserCommand, { type: 'RequestPasswordReset' }>,
  state: UserState,
): UserEvent[] =>
  state.kind === 'none' || state.role === 'super admin'
    ? []
    : [{ type: 'PasswordResetRequested', data: { userId, client, generation } }]

const decideActive = (
  command: Exclude<UserCommand, DeletionCommand>,
  state: UserState,
): readonly UserEvent[] => {
  if (isDeviceCommand(command)) return state.kind === 'none' ? [] : decideDevice(command, state)
  if (isReport(command)) return state.kind === 'none' ? [] : [decideReport(command)]
  const { userId } = command
  switch (command.type) {
    case 'SignUp':
      return signUp(command, state)
    case 'SignUpInvited':
      return signUpInvited(command, state)
    case 'CreateSuperAdmin':
      return createSuperAdmin(command, state)
    case 'RequestConfirmation': {
      const { email, generation } = command
      if (state.kind !== 'unverified') return []
      return [{ type: 'ConfirmationRequested', data: { userId, email, generation } }]
    }
    case 'VerifyEmail':
      return verifyEmail(command, state)
    case 'RequestPasswordReset':
      return requestReset(command, state)
    case 'ReportPasswordChange':
      if (state.kind === 'none') return []
      return [...verified(userId, state), { type: 'PasswordChanged', data: { userId } }]
    case 'SignInByProvider':
      return signInByProvider(command, state)
    case 'ConfirmIdentity':
      if (state.kind === 'none' || state.pendingIdentity?.generation !== command.generation)
        throw new Rejected('token.not-found')
      return linked(command, state.pendingIdentity, state)
    case 'ChangeUserSettings':
      return changeSettings(command, state)
    case 'RaiseRole':
      return raiseRole(command, state)
    default:
      return unreachable(command)
  }
}

const decide = (command: UserCommand, state: UserState): readonly UserEvent[] => {
  if (isDeletion(command)) return state.kind === 'none' ? [] : decideDeletion(command, state)
  return isDeleted(state) ? decideDeleted(command) : decideActive(command, state)
}

export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { kind: 'none' },
  evolve,
  decide,
}
