import { expect, it } from 'vitest'
import { isReportedLater, stateOf } from './request-state.ts'

const type = 'approval'

it('names the reason rather than `declined`', () => {
  expect(stateOf({ type, status: 'pending', closedReason: null })).toBe('pending')
  expect(stateOf({ type, status: 'approved', closedReason: null })).toBe('approved')
  expect(stateOf({ type, status: 'declined', closedReason: null })).toBe('declined')
  expect(stateOf({ type, status: 'declined', closedReason: 'expired' })).toBe('expired')
})

it('is `verified` only for a call check that both sides have signed', () => {
  const check = { type: 'verification', closedReason: null } as const
  expect(stateOf({ ...check, status: 'approved' })).toBe('verified')
  expect(stateOf({ ...check, status: 'pending' })).toBe('pending')
  expect(stateOf({ ...check, status: 'declined', closedReason: 'code-mismatch' })).toBe('code-mismatch')
})

it('is reported later only if the request was decided before', () => {
  const reportedAt = '2026-11-21T09:30:00.000Z'
  expect(isReportedLater({ closedReason: null, reportedAt })).toBe(true)
  expect(isReportedLater({ closedReason: 'reported', reportedAt })).toBe(false)
  expect(isReportedLater({ closedReason: null, reportedAt: null })).toBe(false)
})
