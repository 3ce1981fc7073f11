import { Rejected } from '#contract/errors.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import type { UserEvent } from '#modules/accounts/user.events.ts'
import { deviceStateAt, type Devices, type KnownDevice, type Owner } from '#modules/accounts/device.state.ts'

/** The rules about devices, as part of an account's stream. */

type OfDevice = { readonly userId: string; readonly deviceId: string }
type EnrolDevice = OfDevice & {
  readonly type: 'EnrolDevice'
  readonly kind: 'pin' | 'passkey'
  readonly name: string
  readonly publicKey: string
  /** Null if unknown. */
  readonly deviceBound: boolean | null
  /** The signature of another device of the same person. */
  readonly vouch: Evidence | null
  readonly now: Date
  /** For how long a device waits that nothing vouches for. */
  readonly waitMs: number
}
type VouchForDevice = OfDevice & {
  readonly type: 'VouchForDevice'
  readonly voucherId: string
  readonly sharedWorkspaceId: string
  readonly evidence: Evidence
  readonly now: Date
}
type StopDevice = OfDevice & { readonly type: 'StopDevice'; readonly stoppedBy: string; readonly now: Date }
export type DeviceCommand =
  | EnrolDevice
  | VouchForDevice
  | StopDevice
  | ({ readonly type: 'RenameDevice'; readonly name: string } & OfDevice)
  | ({ readonly type: 'DisableDevice' } & OfDevice)
  | ({ readonly type: 'RemoveDevice' } & OfDevice)
  /** Only from the command line: removes all devices, so that the next one counts as the first. */
  | { readonly type: 'ResetDevices'; readonly userId: string }

export const isDeviceCommand = (command: { readonly type: string }): command is DeviceCommand =>
  /Devices?$/.test(command.type)

/** Disabled and waiting devices count as well. */
const MAX_DEVICES = 20

const known = (devices: Devices, deviceId: string): KnownDevice => {
  const device = devices.get(deviceId)
  if (!device) throw new Rejected('device.not-found')
  return device
}

/** Throws `device.disabled`, or `device.waiting` with the time from which the device may sign. */
export const requireUsable = (device: KnownDevice, now: Date): void => {
  const state = deviceStateAt(device, now)
  if (state === 'disabled') throw new Rejected('device.disabled')
  if (state === 'waiting') throw new Rejected('device.waiting', [{ usableFrom: device.usableFrom }])
}

/** Throws `device.not-found` or `device.not-waiting`. */
export const requireWaiting = (devices: Devices, deviceId: string, now: Date): KnownDevice => {
  const device = known(devices, deviceId)
  if (deviceStateAt(device, now) !== 'waiting') throw new Rejected('device.not-waiting')
  return device
}

/** A further device waits, and so does the first one shortly after a reset: neither mailbox nor session makes a signer. */
const mustWait = ({ vouch, now, waitMs }: EnrolDevice, { hadDevice, passwordResetAt }: Owner): boolean =>
  vouch === null &&
  (hadDevice || (passwordResetAt !== null && now.getTime() - new Date(passwordResetAt).getTime() < waitMs))

const enrol = (command: EnrolDevice, owner: Owner): UserEvent[] => {
  const { userId, deviceId, kind, name, publicKey, deviceBound, vouch, now, waitMs } = command
  const { devices } = owner
  if (devices.has(deviceId)) return []
  if (devices.size >= MAX_DEVICES) throw new Rejected('device.limit')
  if (vouch) requireUsable(known(devices, vouch.deviceId), now)
  const data = {
    userId,
    deviceId,
    kind,
    name,
    publicKey,
    ...(deviceBound !== null && { deviceBound }),
    ...(vouch && { vouch }),
    ...(mustWait(command, owner) && { usableFrom: new Date(now.getTime() + waitMs).toISOString() }),
  }
  return [{ type: 'DeviceEnrolled', data }]
}

const vouch = (command: VouchForDevice, { devices }: Owner): UserEvent[] => {
  const { userId, deviceId, voucherId, sharedWorkspaceId, evidence, now } = command
  if (voucherId === userId) throw new Rejected('access.denied')
  requireWaiting(devices, deviceId, now)
  return [{ type: 'DeviceVouched', data: { userId, deviceId, voucherId, sharedWorkspaceId, evidence } }]
}

export const decideDevice = (command: DeviceCommand, owner: Owner): UserEvent[] => {
  const { userId } = command
  const { devices } = owner
  switch (command.type) {
    case 'EnrolDevice':
      return enrol(command, owner)
    case 'VouchForDevice':
      return vouch(command, owner)
    case 'StopDevice': {
      const { deviceId, stoppedBy, now } = command
      requireWaiting(devices, deviceId, now)
      return [{ type: 'DeviceStopped', data: { userId, deviceId, stoppedBy } }]
    }
    case 'RenameDevice': {
      const { deviceId, name } = command
      known(devices, deviceId)
      return [{ type: 'DeviceRenamed', data: { userId, deviceId, name } }]
    }
    case 'DisableDevice': {
      const { deviceId } = command
      if (devices.get(deviceId)?.isDisabled !== false) return []
      return [{ type: 'DeviceDisabled', data: { userId, deviceId, reason: 'wrong-pins' } }]
    }
    case 'RemoveDevice':
      known(devices, command.deviceId)
      return [{ type: 'DeviceRemoved', data: { userId, deviceId: command.deviceId } }]
    case 'ResetDevices':
      if (!owner.hadDevice) return []
      return [
        ...[...devices.keys()].map((deviceId): UserEvent => ({
          type: 'DeviceRemoved',
          data: { userId, deviceId },
        })),
        { type: 'DevicesRemoved', data: { userId } },
      ]
    default:
      return unreachable(command)
  }
}
