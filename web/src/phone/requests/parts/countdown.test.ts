import { describe, expect, it } from 'vitest'
import { timeLeft } from './countdown.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

describe('time left', () => {
  it.each([
    ['2026-03-08T12:00:00.000Z', { unit: 'days', days: 7, hours: 0 }],
    ['2026-03-02T12:00:00.000Z', { unit: 'days', days: 1, hours: 0 }],
    ['2026-03-02T11:59:59.000Z', { unit: 'hours', hours: 23, minutes: 59 }],
    ['2026-03-01T13:00:00.000Z', { unit: 'hours', hours: 1, minutes: 0 }],
    ['2026-03-01T12:04:05.000Z', { unit: 'minutes', minutes: 4, seconds: 5 }],
  ])('until %s shows its two largest units', (expiresAt, left) => {
    expect(timeLeft(expiresAt, now)).toEqual(left)
  })

  it('rounds up to whole seconds, so that nothing is over too early', () => {
    expect(timeLeft('2026-03-01T12:00:00.001Z', now)).toEqual({ unit: 'minutes', minutes: 0, seconds: 1 })
  })

  it('is over exactly at expiry', () => {
    expect(timeLeft('2026-03-01T12:00:00.000Z', now)).toEqual({ unit: 'over' })
  })
})
