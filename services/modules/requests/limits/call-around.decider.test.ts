import { expect, test } from 'vitest'
import { callAroundDecider } from './call-around.decider.ts'
import type { CallAroundEvent } from './call-around.events.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 9, minutes))
const ids = {
  requestId: 'r-3',
  workspaceId: 'w',
  participantId: 'p-boss',
  userId: 'u-boss',
  workspaceRevision: 4,
}
const people = (count: number) => Array.from({ length: count }, (_, i) => `u-${i}`)
const noticed = (count: number, minutes: number, ...before: readonly CallAroundEvent[]) =>
  callAroundDecider.decide(
    { type: 'Notice', ...ids, askedBy: people(count), at: at(minutes) },
    before.reduce(callAroundDecider.evolve, callAroundDecider.initialState),
  )
const [first] = noticed(3, 0)

test('three colleagues are many, two are not', () => {
  expect(noticed(2, 0)).toEqual([])
  expect(noticed(3, 0)).toEqual([
    { type: 'ManySidesAsked', data: { ...ids, askedBy: people(3), until: at(10).toISOString() } },
  ])
})

test('further colleagues within ten minutes join, and later ones are many anew', () => {
  expect(noticed(4, 10, first!)).toEqual([])
  expect(noticed(3, 11, first!)).toMatchObject([{ data: { until: at(21).toISOString() } }])
})

test('the fact stays small, however many ask', () => {
  expect(noticed(30, 0)[0]!.data.askedBy).toHaveLength(20)
})
