import { Rejected } from '#contract/errors.ts'
import type { UserRole } from '#contract/users.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { UserEvent } from './user.events.ts'

export type UserState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'unverified' | 'verified' | 'erased'
      readonly addressHash: string
      readonly role: UserRole
      readonly devices: ReadonlyMap<string, 'enabled' | 'disabled'>
      /** Hashes of the linked ones. */
      readonly identities: ReadonlySet<string>
      /** The newest that a mail asked about. */
      readonly asked: (Identity & { readonly generation: number }) | null
    }

type Identity = { readonly provider: 'google' | 'microsoft'; readonly identityHash: string }

type Person = {
  readonly userId: string
  readonly email: string
  readonly addressHash: string
  readonly language: 'de' | 'en'
}

export type UserCommand =
  /** `generation`: of the confirmation token that was made for this sign-up */
  | ({ readonly type: 'SignUp'; readonly generation: number } & Person)
  | ({
      readonly type: 'SignUpInvited'
      readonly role: UserRole
      /** Nothing opens the account, because something broke off in between. */
      readonly isLost?: boolean
    } & Person)
  | {
      readonly type: 'RequestConfirmation'
      readonly userId: string
      readonly email: string
      readonly generation: number
    }
  | { readonly type: 'VerifyEmail'; readonly userId: string }
  | ({
      readonly type: 'SignInByProvider'
      readonly identity: Identity
      /** Whether the provider answers for the address. */
      readonly isProved: boolean
      /** Of the token that was made for the mail, should one be due. */
      readonly generation: number
    } & Person)
  /** The owner of the address says that the identity which was asked about is theirs. */
  | { readonly type: 'ConfirmIdentity'; readonly userId: string; readonly generation: number }
  | { readonly type: 'ReportReplay'; readonly userId: string; readonly sessionId: string }
  | { readonly type: 'RaiseRole'; readonly userId: string }
  | {
      readonly type: 'EnrolDevice'
      readonly userId: string
      readonly deviceId: string
      readonly kind: 'pin'
      readonly name: string
      readonly publicKey: string
    }
  | { readonly type: 'DisableDevice'; readonly userId: string; readonly deviceId: string }
  /** Their keys are destroyed. */
  | { readonly type: 'Erase'; readonly userId: string }

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserSignedUp')
    return {
      kind: 'unverified',
      addressHash: event.data.addressHash,
      role: event.data.role,
      devices: new Map(),
      identities: new Set(),
      asked: null,
    }
  if (state.kind === 'none') return state
  switch (event.type) {
    case 'ConfirmationRequested':
    case 'SignupRepeated':
    case 'SessionReplayed':
      return state
    case 'EmailVerified':
      return { ...state, kind: 'verified', role: event.data.role }
    case 'IdentityLinkRequested': {
      const { provider, identityHash, generation } = event.data
      return { ...state, asked: { provider, identityHash, generation } }
    }
    case 'IdentityLinked':
      return { ...state, identities: new Set(state.identities).add(event.data.identityHash) }
    case 'UserRoleRaised':
      return { ...state, role: event.data.role }
    case 'DeviceEnrolled':
      return { ...state, devices: new Map(state.devices).set(event.data.deviceId, 'enabled') }
    case 'DeviceDisabled':
      return { ...state, devices: new Map(state.devices).set(event.data.deviceId, 'disabled') }
    case 'PersonErased':
      return { ...state, kind: 'erased', devices: new Map(), identities: new Set(), asked: null }
    default:
      return unreachable(event)
  }
}

const signedUp = ({ userId, email, addressHash, language }: Person, role: UserRole): UserEvent => ({
  type: 'UserSignedUp',
  data: { userId, email, addressHash, language, role },
})

const signUp = (command: UserCommand & { type: 'SignUp' }, state: UserState): UserEvent[] => {
  const { userId, email, generation } = command
  if (state.kind === 'verified') return [{ type: 'SignupRepeated', data: { userId, email } }]
  const confirmation: UserEvent = { type: 'ConfirmationRequested', data: { userId, email, generation } }
  return state.kind === 'none' ? [signedUp(command, 'admin'), confirmation] : [confirmation]
}

const signUpInvited = (command: UserCommand & { type: 'SignUpInvited' }, state: UserState): UserEvent[] => {
  const { userId, role, isLost = false } = command
  if (state.kind === 'verified' && !isLost) throw new Rejected('account.exists')
  if (state.kind === 'verified') return []
  const verified: UserEvent = { type: 'EmailVerified', data: { userId, role } }
  return state.kind === 'none' ? [signedUp(command, role), verified] : [verified]
}

/**
 * Whether a sign-in at a provider opens the account without a mail: never by a mere claim; and an account that its
 * owner made otherwise is opened by Google alone, which says so of addresses that are in its own hands.
 */
export const opensAtOnce = (
  { identity, isProved }: { readonly identity: Identity; readonly isProved: boolean },
  state: UserState,
): boolean =>
  state.kind !== 'erased' &&
  ((state.kind !== 'none' && state.identities.has(identity.identityHash)) ||
    (isProved && (state.kind !== 'verified' || identity.provider === 'google')))

const linked = (userId: string, { provider, identityHash }: Identity, state: UserState): UserEvent[] => {
  if (state.kind !== 'none' && state.identities.has(identityHash)) return []
  const role = state.kind === 'none' ? 'admin' : state.role
  return [
    ...(state.kind === 'verified' ? [] : [{ type: 'EmailVerified' as const, data: { userId, role } }]),
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
    // Whoever only claims the address learns nothing.
    return []
  }
  const asked: UserEvent = {
    type: 'IdentityLinkRequested',
    data: { userId, email, ...identity, generation },
  }
  return [
    ...(state.kind === 'none' ? [signedUp(command, 'admin')] : []),
    ...(opensAtOnce(command, state) ? linked(userId, identity, state) : [asked]),
  ]
}

const raiseRole = (userId: string, state: UserState): UserEvent[] => {
  if (state.kind === 'none' || state.role !== 'regular user') return []
  return [{ type: 'UserRoleRaised', data: { userId, role: 'admin' } }]
}

/** Of one account, disabled ones as well. */
const DEVICES = 20

const enrolDevice = (command: UserCommand & { type: 'EnrolDevice' }, state: UserState): UserEvent[] => {
  const { userId, deviceId, kind, name, publicKey } = command
  if (state.kind === 'none' || state.devices.has(deviceId)) return []
  if (state.devices.size >= DEVICES) throw new Rejected('device.limit')
  return [{ type: 'DeviceEnrolled', data: { userId, deviceId, kind, name, publicKey } }]
}

const disableDevice = (
  { userId, deviceId }: UserCommand & { type: 'DisableDevice' },
  state: UserState,
): UserEvent[] => {
  if (state.kind === 'none' || state.devices.get(deviceId) !== 'enabled') return []
  return [{ type: 'DeviceDisabled', data: { userId, deviceId, reason: 'wrong-pins' } }]
}

const SILENT: ReadonlySet<UserCommand['type']> = new Set([
  'Erase',
  'SignUp',
  'RequestConfirmation',
  'ReportReplay',
])

/** Nothing happens to somebody who is no more; what answers everybody alike goes on to. */
const afterErasure = ({ type }: UserCommand): readonly UserEvent[] => {
  if (SILENT.has(type)) return []
  throw new Rejected('token.not-found')
}

const decide = (command: UserCommand, state: UserState): readonly UserEvent[] => {
  if (state.kind === 'erased') return afterErasure(command)
  const { userId } = command
  switch (command.type) {
    case 'SignUp':
      return signUp(command, state)
    case 'SignUpInvited':
      return signUpInvited(command, state)
    case 'RequestConfirmation': {
      const { email, generation } = command
      if (state.kind !== 'unverified') return []
      return [{ type: 'ConfirmationRequested', data: { userId, email, generation } }]
    }
    case 'VerifyEmail':
      if (state.kind === 'none') throw new Rejected('token.not-found')
      return state.kind === 'verified' ? [] : [{ type: 'EmailVerified', data: { userId, role: state.role } }]
    case 'SignInByProvider':
      return signInByProvider(command, state)
    case 'ConfirmIdentity':
      if (state.kind === 'none' || state.asked?.generation !== command.generation)
        throw new Rejected('token.not-found')
      return linked(userId, state.asked, state)
    case 'ReportReplay':
      if (state.kind === 'none') return []
      return [{ type: 'SessionReplayed', data: { userId, sessionId: command.sessionId } }]
    case 'RaiseRole':
      return raiseRole(userId, state)
    case 'EnrolDevice':
      return enrolDevice(command, state)
    case 'DisableDevice':
      return disableDevice(command, state)
    case 'Erase':
      if (state.kind === 'none') return []
      return [{ type: 'PersonErased', data: { userId, addressHash: state.addressHash } }]
    default:
      return unreachable(command)
  }
}

export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { kind: 'none' },
  evolve,
  decide,
}
