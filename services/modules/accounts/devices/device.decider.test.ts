import { expect, test } from 'vitest'
import { decideDevice, devicesAfter } from './device.decider.ts'

const enrol = { type: 'EnrolDevice', userId: 'u', kind: 'pin', name: 'Phone', publicKey: '{}' } as const
const devices = new Map(Array.from({ length: 20 }, (_, i) => [`d${i}`, 'disabled' as const]))
const remove = { type: 'RemoveDevice', userId: 'u', deviceId: 'd7' } as const
const removed = { type: 'DeviceRemoved', data: { userId: 'u', deviceId: 'd7' } } as const
const coded = (code: string) => expect.objectContaining({ code })

test('disabled devices count towards the limit of twenty, and enrolling a known device again does nothing', () => {
  expect(decideDevice({ ...enrol, deviceId: 'd7' }, devices)).toEqual([])
  expect(() => decideDevice({ ...enrol, deviceId: 'new' }, devices)).toThrow(coded('device.limit'))
})

test('renames a disabled device, which stays disabled, and rejects an unknown one', () => {
  const rename = { type: 'RenameDevice', userId: 'u', deviceId: 'd7', name: 'Work phone' } as const
  const renamed = {
    type: 'DeviceRenamed',
    data: { userId: 'u', deviceId: 'd7', name: 'Work phone' },
  } as const
  expect(decideDevice(rename, devices)).toEqual([renamed])
  expect(devicesAfter(devices, renamed)).toEqual(devices)
  expect(() => decideDevice({ ...rename, deviceId: 'new' }, devices)).toThrow(coded('device.not-found'))
})

test('a removed device makes room for another and is unknown afterwards', () => {
  expect(decideDevice(remove, devices)).toEqual([removed])
  const left = devicesAfter(devices, removed)
  expect(left.size).toBe(19)
  expect(decideDevice({ ...enrol, deviceId: 'new' }, left)).toHaveLength(1)
  expect(() => decideDevice(remove, left)).toThrow(coded('device.not-found'))
  expect(decideDevice({ ...remove, type: 'DisableDevice' }, left)).toEqual([])
})

test('disables an enabled device once', () => {
  const disable = { ...remove, type: 'DisableDevice' } as const
  const disabled = {
    type: 'DeviceDisabled',
    data: { userId: 'u', deviceId: 'd7', reason: 'wrong-pins' },
  } as const
  const enabled = new Map([['d7', 'enabled' as const]])
  expect(decideDevice(disable, enabled)).toEqual([disabled])
  expect(decideDevice(disable, devicesAfter(enabled, disabled))).toEqual([])
})
