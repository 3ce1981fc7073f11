import { Rejected } from '#contract/errors.ts'
import type { UserRole } from '#contract/accounts.ts'
import { unreachable, type Decider } from '#platform/decider.ts'
import type { UserEvent } from './user.events.ts'

export type UserState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'unverified' | 'verified'
      readonly addressHash: string
      readonly role: UserRole
      readonly devices: ReadonlyMap<string, 'enabled' | 'disabled'>
    }

type Person = {
  readonly userId: string
  readonly email: string
  readonly addressHash: string
  readonly language: 'de' | 'en'
}

export type UserCommand =
  /** `generation`: of the confirmation token that was made for this sign-up */
  | ({ readonly type: 'SignUp'; readonly generation: number } & Person)
  | ({ readonly type: 'SignUpInvited'; readonly role: UserRole } & Person)
  | {
      readonly type: 'RequestConfirmation'
      readonly userId: string
      readonly email: string
      readonly generation: number
    }
  | { readonly type: 'VerifyEmail'; readonly userId: string }
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

const evolve = (state: UserState, event: UserEvent): UserState => {
  if (event.type === 'UserSignedUp')
    return {
      kind: 'unverified',
      addressHash: event.data.addressHash,
      role: event.data.role,
      devices: new Map(),
    }
  if (state.kind === 'none') return state
  switch (event.type) {
    case 'ConfirmationRequested':
    case 'SignupRepeated':
      return state
    case 'EmailVerified':
      return { ...state, kind: 'verified', role: event.data.role }
    case 'UserRoleRaised':
      return { ...state, role: event.data.role }
    case 'DeviceEnrolled':
      return { ...state, devices: new Map(state.devices).set(event.data.deviceId, 'enabled') }
    case 'DeviceDisabled':
      return { ...state, devices: new Map(state.devices).set(event.data.deviceId, 'disabled') }
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
  const { userId, role } = command
  if (state.kind === 'verified') throw new Rejected('account.exists')
  const verified: UserEvent = { type: 'EmailVerified', data: { userId, role } }
  return state.kind === 'none' ? [signedUp(command, role), verified] : [verified]
}

const decide = (command: UserCommand, state: UserState): readonly UserEvent[] => {
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
    case 'RaiseRole':
      if (state.kind === 'none' || state.role !== 'regular user') return []
      return [{ type: 'UserRoleRaised', data: { userId, role: 'admin' } }]
    case 'EnrolDevice': {
      const { deviceId, kind, name, publicKey } = command
      if (state.kind === 'none' || state.devices.has(deviceId)) return []
      return [{ type: 'DeviceEnrolled', data: { userId, deviceId, kind, name, publicKey } }]
    }
    case 'DisableDevice': {
      const { deviceId } = command
      if (state.kind === 'none' || state.devices.get(deviceId) !== 'enabled') return []
      return [{ type: 'DeviceDisabled', data: { userId, deviceId, reason: 'wrong-pins' } }]
    }
    default:
      return unreachable(command)
  }
}

export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { kind: 'none' },
  evolve,
  decide,
}
