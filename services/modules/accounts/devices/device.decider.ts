import { Rejected } from '#contract/errors.ts'
import { unreachable } from '#platform/commands/decider.ts'
import type { UserEvent } from '#modules/accounts/user.events.ts'

/** The devices of an account, as part of its stream. */

export type Devices = ReadonlyMap<string, 'enabled' | 'disabled'>

export type DeviceEvent = Extract<UserEvent, { type: `Device${string}` }>

type OfDevice = { readonly userId: string; readonly deviceId: string }
type EnrolDevice = OfDevice & {
  readonly type: 'EnrolDevice'
  readonly kind: 'pin' | 'passkey'
  readonly name: string
  readonly publicKey: string
}
export type DeviceCommand =
  | EnrolDevice
  | ({ readonly type: 'RenameDevice'; readonly name: string } & OfDevice)
  | ({ readonly type: 'DisableDevice' } & OfDevice)
  | ({ readonly type: 'RemoveDevice' } & OfDevice)

/** Disabled devices count as well. */
const MAX_DEVICES = 20

export const devicesAfter = (devices: Devices, event: DeviceEvent): Devices => {
  const { deviceId } = event.data
  const changed = new Map(devices)
  switch (event.type) {
    case 'DeviceEnrolled':
      return changed.set(deviceId, 'enabled')
    case 'DeviceRenamed':
      return devices
    case 'DeviceDisabled':
      return changed.set(deviceId, 'disabled')
    case 'DeviceRemoved':
      changed.delete(deviceId)
      return changed
    default:
      return unreachable(event)
  }
}

const enrol = (command: EnrolDevice, devices: Devices): UserEvent[] => {
  const { userId, deviceId, kind, name, publicKey } = command
  if (devices.has(deviceId)) return []
  if (devices.size >= MAX_DEVICES) throw new Rejected('device.limit')
  return [{ type: 'DeviceEnrolled', data: { userId, deviceId, kind, name, publicKey } }]
}

export const decideDevice = (command: DeviceCommand, devices: Devices): UserEvent[] => {
  const { userId, deviceId } = command
  switch (command.type) {
    case 'EnrolDevice':
      return enrol(command, devices)
    case 'RenameDevice':
      if (!devices.has(deviceId)) throw new Rejected('device.not-found')
      return [{ type: 'DeviceRenamed', data: { userId, deviceId, name: command.name } }]
    case 'DisableDevice':
      if (devices.get(deviceId) !== 'enabled') return []
      return [{ type: 'DeviceDisabled', data: { userId, deviceId, reason: 'wrong-pins' } }]
    case 'RemoveDevice':
      if (!devices.has(deviceId)) throw new Rejected('device.not-found')
      return [{ type: 'DeviceRemoved', data: { userId, deviceId } }]
    default:
      return unreachable(command)
  }
}
