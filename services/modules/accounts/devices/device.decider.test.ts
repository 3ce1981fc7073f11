import { expect, test } from 'vitest'
import { decideDevice, devicesAfter } from './device.decider.ts'

const enrol = { type: 'EnrolDevice', userId: 'u', kind: 'pin', name: 'Phone', publicKey: '{}' } as const
const devices = new Map(Array.from({ length: 20 }, (_, i) => [`d${i}`, 'disabled' as const]))
const remove = { type: 'RemoveDevice', userId: 'u', deviceId: 'd7' } as const
const removed = { type: 'DeviceRemoved', data: { userId: 'u', deviceId: 'd7' } } as const
const coded = (code: string) => expect.objectContaining({ code })

test('of twenty devices, whatever became of them, one that is known is none more, and another is one too many', () => {
  expect(decideDevice({ ...enrol, deviceId: 'd7' }, devices)).toEqual([])
  expect(() => decideDevice({ ...enrol, deviceId: 'new' }, devices)).toThrow(coded('device.limit'))
})

test('one is renamed, also a disabled one, and stays what it is; one that is not there is not', () => {
  const rename = { type: 'RenameDevice', userId: 'u', deviceId: 'd7', name: 'Work phone' } as const
  const renamed = {
    type: 'DeviceRenamed',
    data: { userId: 'u', deviceId: 'd7', name: 'Work phone' },
  } as const
  expect(decideDevice(rename, devices)).toEqual([renamed])
  expect(devicesAfter(devices, renamed)).toEqual(devices)
  expect(() => decideDevice({ ...rename, deviceId: 'new' }, devices)).toThrow(coded('device.not-found'))
})

test('one that is removed makes room, and is there for nothing any more', () => {
  expect(decideDevice(remove, devices)).toEqual([removed])
  const left = devicesAfter(devices, removed)
  expect(left.size).toBe(19)
  expect(decideDevice({ ...enrol, deviceId: 'new' }, left)).toHaveLength(1)
  expect(() => decideDevice(remove, left)).toThrow(coded('device.not-found'))
  expect(decideDevice({ ...remove, type: 'DisableDevice' }, left)).toEqual([])
})
