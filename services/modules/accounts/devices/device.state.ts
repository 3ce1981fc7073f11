import type { Fold } from '#platform/commands/decider.ts'
import type { UserEvent } from '#modules/accounts/user.events.ts'

/** An enrolled device with the key that it signs with. */
export type DeviceKey = {
  readonly id: string
  readonly kind: 'pin' | 'passkey'
  /** A JWK as canonical text; for a passkey COSE in base64url. */
  readonly publicKey: string
  readonly disabled: boolean
}
type Keys = ReadonlyMap<string, DeviceKey>

/**
 * The keys of an account's devices, by device id, as its events have them. Read models show devices, but a key in one of their rows
 * proves nothing.
 */
export const deviceKeysFold: Fold<Keys, UserEvent> = {
  initialState: new Map(),
  evolve(keys, { type, data }) {
    const changed = new Map(keys)
    if (type === 'DeviceEnrolled') {
      const { deviceId: id, kind, publicKey } = data
      return changed.set(id, { id, kind, publicKey, disabled: false })
    }
    if (type === 'DeviceDisabled') {
      const device = keys.get(data.deviceId)
      return device ? changed.set(device.id, { ...device, disabled: true }) : keys
    }
    if (type !== 'DeviceRemoved') return keys
    changed.delete(data.deviceId)
    return changed
  },
}
