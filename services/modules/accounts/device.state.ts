import { unreachable } from '#platform/commands/decider.ts'
import type { Fact, FactMetadata } from '#platform/facts/facts.ts'
import type { UserEvent } from './user.events.ts'

/** The devices of an account, folded from its events. */

export type KnownDevice = {
  readonly kind: 'pin' | 'passkey'
  /** A JWK as canonical text; for a passkey COSE in base64url. */
  readonly publicKey: string
  readonly isDisabled: boolean
  /** When it may sign, ISO 8601; null: since its enrolment. */
  readonly usableFrom: string | null
  /** False for a passkey that its owner's devices share; null if unknown. */
  readonly deviceBound: boolean | null
  /** ISO 8601. Events of the store have it. */
  readonly enrolledAt: string | null
}

export type Devices = ReadonlyMap<string, KnownDevice>

/** What of an account its devices depend on. */
export type Owner = {
  readonly devices: Devices
  /** Whether the account has, or ever had, a device. */
  readonly hadDevice: boolean
  /** Of the last reset, ISO 8601; null without one. */
  readonly passwordResetAt: string | null
}

export type DeviceEvent = Extract<UserEvent, { type: `Device${string}` }> & {
  readonly metadata?: Pick<FactMetadata, 'at'>
}

/** A waiting device becomes usable by time alone: no event says so. */
export const deviceStateAt = (
  { isDisabled, usableFrom }: Pick<KnownDevice, 'isDisabled' | 'usableFrom'>,
  now: Date,
): 'usable' | 'waiting' | 'disabled' => {
  if (isDisabled) return 'disabled'
  return usableFrom !== null && new Date(usableFrom) > now ? 'waiting' : 'usable'
}

export const hasUsable = (devices: Devices, now: Date): boolean =>
  [...devices.values()].some((device) => deviceStateAt(device, now) === 'usable')

export const devicesAfter = (devices: Devices, event: DeviceEvent): Devices => {
  const changed = new Map(devices)
  const change = (deviceId: string, fields: Partial<KnownDevice>): Devices => {
    const device = devices.get(deviceId)
    return device ? changed.set(deviceId, { ...device, ...fields }) : devices
  }
  switch (event.type) {
    case 'DeviceEnrolled': {
      const { deviceId, kind, publicKey, usableFrom = null, deviceBound = null } = event.data
      const enrolledAt = event.metadata?.at ?? null
      return changed.set(deviceId, {
        kind,
        publicKey,
        isDisabled: false,
        usableFrom,
        deviceBound,
        enrolledAt,
      })
    }
    case 'DeviceVouched':
      return change(event.data.deviceId, { usableFrom: null })
    case 'DeviceRenamed':
      return devices
    case 'DeviceDisabled':
      return change(event.data.deviceId, { isDisabled: true })
    case 'DeviceStopped':
    case 'DeviceRemoved':
      changed.delete(event.data.deviceId)
      return changed
    case 'DevicesRemoved':
      return new Map()
    default:
      return unreachable(event)
  }
}

/** A signature, as an event tells it. */
export type Signing = {
  readonly deviceId: string
  readonly publicKey: string
  readonly kind: KnownDevice['kind'] | undefined
  readonly position: Fact['position']
  /** ISO 8601. */
  readonly at: string
}

/**
 * Why the key could not sign for its owner, by the owner's facts; null: it could. The owner must have enrolled it before, and the
 * device must not have waited any more.
 */
export const keyFault = (facts: readonly Fact[], signing: Signing): string | null => {
  const { deviceId, publicKey, kind, position, at } = signing
  const before = facts.filter((fact) => fact.position < position && fact.data['deviceId'] === deviceId)
  const enrolled = before.find(
    ({ type, data }) => type === 'DeviceEnrolled' && data['publicKey'] === publicKey && data['kind'] === kind,
  )
  if (!enrolled) return 'the signer had not enrolled this key by then'
  const usableFrom = enrolled.data['usableFrom'] as string | undefined
  const isVouchedFor = before.some(({ type }) => type === 'DeviceVouched')
  return usableFrom !== undefined && usableFrom > at && !isVouchedFor
    ? 'the device of the signer was still waiting'
    : null
}
