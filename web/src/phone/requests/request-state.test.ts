import { expect, it } from 'vitest'
import { stateOf } from './request-state.ts'

it('says how a request ended rather than that it was declined', () => {
  expect(stateOf({ status: 'pending', closedReason: null })).toBe('pending')
  expect(stateOf({ status: 'approved', closedReason: null })).toBe('approved')
  expect(stateOf({ status: 'declined', closedReason: null })).toBe('declined')
  expect(stateOf({ status: 'declined', closedReason: 'expired' })).toBe('expired')
})
