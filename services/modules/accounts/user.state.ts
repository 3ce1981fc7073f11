import type { RequestMails, UserRole } from '#contract/accounts/users.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { FactMetadata } from '#platform/facts/facts.ts'
import { devicesAfter, type Owner } from './device.state.ts'
import type { UserEvent } from './user.events.ts'

/** The state of an account, folded from its events. It holds no personal fields. */

export type Deletion = {
  readonly id: string
  /** A workspace that would lose its last admin, null if none refused. */
  readonly refusedBy: string | null
}

export type UserState =
  | { readonly kind: 'none' }
  | (Owner & {
      readonly kind: 'unverified' | 'verified' | 'deleted' | 'erased'
      readonly addressHash: string
      readonly role: UserRole
      readonly language: 'de' | 'en'
      readonly requestMails: RequestMails
      /** null: that of the workspace. undefined: the person has said nothing about it. */
      readonly timeZone: string | null | undefined
      /** null: never named. */
      readonly isNamed: boolean | null
      /** Hashes of the linked provider identities. */
      readonly identities: ReadonlySet<string>
      /** Waits for its confirmation by mail. A newer one replaces it. */
      readonly pendingIdentity: (Identity & { readonly generation: number }) | null
      /** The latest one. */
      readonly deletion: Deletion | null
    })

export type Identity = { readonly provider: 'google' | 'microsoft'; readonly identityHash: string }

/** Events of the store have metadata. */
type Recorded = UserEvent & { readonly metadata?: Pick<FactMetadata, 'at'> }

export const evolve = (state: UserState, event: Recorded): UserState => {
  if (event.type === 'UserSignedUp')
    return {
      kind: 'unverified',
      addressHash: event.data.addressHash,
      role: event.data.role,
      language: event.data.language,
      requestMails: 'at-once',
      timeZone: undefined,
      isNamed: null,
      devices: new Map(),
      hadDevice: false,
      passwordResetAt: null,
      identities: new Set(),
      pendingIdentity: null,
      deletion: null,
    }
  if (state.kind === 'none') return state
  switch (event.type) {
    case 'ConfirmationRequested':
    case 'PasswordResetRequested':
    case 'SignupRepeated':
    case 'SessionReplayed':
    case 'PhonePaired':
    case 'PasswordGuessed':
      return state
    case 'PasswordChanged':
      return { ...state, passwordResetAt: event.metadata?.at ?? null }
    case 'EmailVerified':
      return { ...state, kind: 'verified', role: event.data.role }
    case 'IdentityLinkRequested': {
      const { provider, identityHash, generation } = event.data
      return { ...state, pendingIdentity: { provider, identityHash, generation } }
    }
    case 'IdentityLinked':
      return { ...state, identities: new Set(state.identities).add(event.data.identityHash) }
    case 'UserLanguageChanged':
      return { ...state, language: event.data.language }
    case 'RequestMailsChanged':
      return { ...state, requestMails: event.data.requestMails }
    case 'UserTimeZoneChanged':
      return { ...state, timeZone: event.data.timeZone ?? null }
    case 'UserNamed':
      return { ...state, isNamed: event.data.name !== undefined }
    case 'UserRoleRaised':
      return { ...state, role: event.data.role }
    case 'DeviceEnrolled':
    case 'DeviceVouched':
    case 'DeviceRenamed':
    case 'DeviceDisabled':
    case 'DeviceStopped':
    case 'DeviceRemoved':
      return { ...state, devices: devicesAfter(state.devices, event), hadDevice: true }
    case 'DevicesRemoved':
      return {
        ...state,
        devices: devicesAfter(state.devices, event),
        hadDevice: false,
        passwordResetAt: null,
      }
    case 'DeletionRequested':
      return { ...state, deletion: { id: event.data.deletionId, refusedBy: null } }
    case 'DeletionRefused':
      return { ...state, deletion: { id: event.data.deletionId, refusedBy: event.data.refusedBy } }
    case 'AccountDeleted':
      return { ...state, kind: 'deleted' }
    case 'PersonErased':
      return { ...state, kind: 'erased', devices: new Map(), identities: new Set(), pendingIdentity: null }
    default:
      return unreachable(event)
  }
}
