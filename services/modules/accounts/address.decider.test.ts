import { expect, test } from 'vitest'
import { addressDecider, type AddressCommand } from './address.decider.ts'
import type { AddressEvent } from './address.events.ts'

const { decide, evolve, initialState } = addressDecider
const when = (type: AddressCommand['type'], userId: string, ...events: AddressEvent[]) =>
  decide({ type, addressHash: 'h', userId }, events.reduce(evolve, initialState))
const reserved = (userId: string): AddressEvent => ({
  type: 'AddressReserved',
  data: { addressHash: 'h', userId },
})
const released: AddressEvent = { type: 'AddressReleased', data: { addressHash: 'h', userId: 'ada' } }

test('the first reservation owns the address', () => {
  expect(when('ReserveAddress', 'ada')).toEqual([reserved('ada')])
  expect(when('ReserveAddress', 'ben', reserved('ada'))).toEqual([])
})

test('a released address can be reserved again, and only its owner releases it', () => {
  expect(when('ReleaseAddress', 'ada', reserved('ada'))).toEqual([released])
  expect(when('ReserveAddress', 'ben', reserved('ada'), released)).toEqual([reserved('ben')])
  expect(when('ReleaseAddress', 'ada', reserved('ada'), released, reserved('ben'))).toEqual([])
  expect(when('ReleaseAddress', 'ada')).toEqual([])
})
