import { expect, test } from 'vitest'
import type { Evidence } from '#platform/facts/facts.ts'
import { decideDevice, requireUsable } from './device.decider.ts'
import {
  devicesAfter,
  deviceStateAt,
  hasUsable,
  type DeviceEvent,
  type KnownDevice,
  type Owner,
} from '#modules/accounts/device.state.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const waitMs = 24 * 3_600_000
const usableFrom = later(24).toISOString()

const usable: KnownDevice = {
  kind: 'pin',
  publicKey: '{}',
  isDisabled: false,
  usableFrom: null,
  deviceBound: true,
  enrolledAt: null,
}
const waiting: KnownDevice = { ...usable, usableFrom }
const disabled: KnownDevice = { ...usable, isDisabled: true }
const owner = (devices: Record<string, KnownDevice> = {}, fields: Partial<Owner> = {}): Owner => ({
  devices: new Map(Object.entries(devices)),
  hadDevice: Object.keys(devices).length > 0,
  passwordResetAt: null,
  ...fields,
})

const evidence = (deviceId: string): Evidence => ({
  canonical: '{}',
  challenge: 'c',
  deviceId,
  publicKey: '{}',
  signature: 's',
})
const enrol = {
  type: 'EnrolDevice',
  userId: 'u',
  deviceId: 'new',
  kind: 'pin',
  name: 'Phone',
  publicKey: '{}',
  deviceBound: true,
  vouch: null,
  now,
  waitMs,
} as const
const vouch = {
  type: 'VouchForDevice',
  userId: 'u',
  deviceId: 'd7',
  voucherId: 'v',
  sharedWorkspaceId: 'w',
  evidence: evidence('of v'),
  now,
} as const
const stop = { type: 'StopDevice', userId: 'u', deviceId: 'd7', stoppedBy: 'u', now } as const
const remove = { type: 'RemoveDevice', userId: 'u', deviceId: 'd7' } as const
const removed = { type: 'DeviceRemoved', data: { userId: 'u', deviceId: 'd7' } } as const
const vouched = {
  type: 'DeviceVouched',
  data: { userId: 'u', deviceId: 'd7', voucherId: 'v', sharedWorkspaceId: 'w', evidence: evidence('of v') },
} as const
const coded = (code: string) => expect.objectContaining({ code })
/** When the enrolled device becomes usable; undefined: at once. */
const usableFromOf = (...[command, of]: Parameters<typeof decideDevice>) => {
  const [event] = decideDevice(command, of)
  return event?.type === 'DeviceEnrolled' ? event.data.usableFrom : 'not enrolled'
}
const after = ({ devices }: Owner, event: DeviceEvent) => devicesAfter(devices, event)

test('the first device of an account is usable at once', () => {
  expect(usableFromOf(enrol, owner())).toBeUndefined()
})

test('a further device waits, also after all others were removed', () => {
  expect(usableFromOf(enrol, owner({ d7: usable }))).toBe(usableFrom)
  expect(usableFromOf(enrol, owner({}, { hadDevice: true }))).toBe(usableFrom)
})

test('a first device waits if the password was reset within the waiting time', () => {
  const resetAgo = (hours: number) => owner({}, { passwordResetAt: later(-hours).toISOString() })
  expect(usableFromOf(enrol, resetAgo(23.9))).toBe(usableFrom)
  expect(usableFromOf(enrol, resetAgo(24))).toBeUndefined()
})

test('a further device is usable at once with the signature of a usable device of the same person', () => {
  const command = { ...enrol, vouch: evidence('d7') }
  const passwordResetAt = later(-1).toISOString()
  expect(usableFromOf(command, owner({ d7: usable }, { passwordResetAt }))).toBeUndefined()
  expect(usableFromOf({ ...command, now: later(24) }, owner({ d7: waiting }))).toBeUndefined()
})

test('a waiting, disabled or unknown device vouches for no other', () => {
  const command = { ...enrol, vouch: evidence('d7') }
  expect(() => decideDevice(command, owner({ d7: waiting }))).toThrow(coded('device.waiting'))
  expect(() => decideDevice(command, owner({ d7: disabled }))).toThrow(coded('device.disabled'))
  expect(() => decideDevice(command, owner({ other: usable }))).toThrow(coded('device.not-found'))
})

test('a waiting device is usable once its time has come, and the refusal says when', () => {
  expect(deviceStateAt(waiting, later(23.9))).toBe('waiting')
  expect(deviceStateAt(waiting, later(24))).toBe('usable')
  expect([
    hasUsable(owner({ d7: waiting, d8: disabled }).devices, now),
    hasUsable(owner({ d7: usable }).devices, now),
  ]).toEqual([false, true])
  expect(() => requireUsable(waiting, now)).toThrow(
    expect.objectContaining({ code: 'device.waiting', details: [{ usableFrom }] }),
  )
  expect(() => requireUsable(waiting, later(24))).not.toThrow()
})

test('a colleague vouches for a waiting device, which is usable from then on', () => {
  expect(decideDevice(vouch, owner({ d7: waiting }))).toEqual([vouched])
  expect(deviceStateAt(after(owner({ d7: waiting }), vouched).get('d7')!, now)).toBe('usable')
})

test('nobody vouches for their own device', () => {
  expect(() => decideDevice({ ...vouch, voucherId: 'u' }, owner({ d7: waiting }))).toThrow(
    coded('access.denied'),
  )
})

test.each([vouch, stop])('only a device that waits gets $type', (command) => {
  expect(() => decideDevice(command, owner({ d7: usable }))).toThrow(coded('device.not-waiting'))
  expect(() => decideDevice({ ...command, now: later(24) }, owner({ d7: waiting }))).toThrow(
    coded('device.not-waiting'),
  )
  expect(() => decideDevice(command, owner({ other: waiting }))).toThrow(coded('device.not-found'))
})

test('a stopped device is gone', () => {
  const stopped = { type: 'DeviceStopped', data: { userId: 'u', deviceId: 'd7', stoppedBy: 'u' } } as const
  expect(decideDevice(stop, owner({ d7: waiting }))).toEqual([stopped])
  expect(after(owner({ d7: waiting }), stopped).size).toBe(0)
})

const full = owner(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}`, disabled])))

test('disabled devices count towards the limit of twenty, and enrolling a known device again does nothing', () => {
  expect(decideDevice({ ...enrol, deviceId: 'd7' }, full)).toEqual([])
  expect(() => decideDevice(enrol, full)).toThrow(coded('device.limit'))
})

test('renames a disabled device, which stays disabled, and rejects an unknown one', () => {
  const rename = { type: 'RenameDevice', userId: 'u', deviceId: 'd7', name: 'Work phone' } as const
  const renamed = {
    type: 'DeviceRenamed',
    data: { userId: 'u', deviceId: 'd7', name: 'Work phone' },
  } as const
  expect(decideDevice(rename, full)).toEqual([renamed])
  expect(after(full, renamed)).toEqual(full.devices)
  expect(() => decideDevice({ ...rename, deviceId: 'new' }, full)).toThrow(coded('device.not-found'))
})

test('a removed device makes room for another and is unknown afterwards', () => {
  expect(decideDevice(remove, full)).toEqual([removed])
  const left = { ...full, devices: after(full, removed) }
  expect(left.devices.size).toBe(19)
  expect(decideDevice(enrol, left)).toHaveLength(1)
  expect(() => decideDevice(remove, left)).toThrow(coded('device.not-found'))
  expect(decideDevice({ ...remove, type: 'DisableDevice' }, left)).toEqual([])
})

test('disables an enabled device once', () => {
  const disable = { ...remove, type: 'DisableDevice' } as const
  const event = {
    type: 'DeviceDisabled',
    data: { userId: 'u', deviceId: 'd7', reason: 'wrong-pins' },
  } as const
  expect(decideDevice(disable, owner({ d7: usable }))).toEqual([event])
  expect(decideDevice(disable, { ...full, devices: after(owner({ d7: usable }), event) })).toEqual([])
})

test('after a reset from the command line the next device counts as the first', () => {
  const reset = { type: 'ResetDevices', userId: 'u' } as const
  const done = { type: 'DevicesRemoved', data: { userId: 'u' } } as const
  expect(decideDevice(reset, owner({ d7: usable }))).toEqual([removed, done])
  expect(after(owner({ d7: usable }), done).size).toBe(0)
  expect(decideDevice(reset, owner())).toEqual([])
})
