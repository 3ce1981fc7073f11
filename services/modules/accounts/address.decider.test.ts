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

test('the first who reserves an address owns it', () => {
  expect(when('ReserveAddress', 'ada')).toEqual([reserved('ada')])
  expect(when('ReserveAddress', 'ben', reserved('ada'))).toEqual([])
})

test('once released it is the next one’s, and nobody releases what is somebody else’s', () => {
  expect(when('ReleaseAddress', 'ada', reserved('ada'))).toEqual([released])
  expect(when('ReserveAddress', 'ben', reserved('ada'), released)).toEqual([reserved('ben')])
  expect(when('ReleaseAddress', 'ada', reserved('ada'), released, reserved('ben'))).toEqual([])
  expect(when('ReleaseAddress', 'ada')).toEqual([])
})
