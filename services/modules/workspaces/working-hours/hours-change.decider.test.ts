import { expect, test } from 'vitest'
import { USUAL_HOURS, type WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import { decideOn, expectRejected, opened, stateOf } from '#support/facts/workspace-facts.ts'

const hours: WorkingHours = { days: [5, 1, 2], from: '07:30', until: '24:00', holidays: 'DE-BY' }
const set = (given: Partial<WorkingHours> = {}) =>
  ({ type: 'ChangeSettings', workingHours: { ...hours, ...given } }) as const

test('working hours are recorded as a whole with the days in order, and again only if they differ', () => {
  const events = decideOn(set(), ...opened)
  expect(events).toEqual([
    { type: 'WorkingHoursChanged', data: { workspaceId: 'w', ...hours, days: [1, 2, 5] } },
  ])
  expect(stateOf(...opened, ...events)).toMatchObject({ workingHours: { ...hours, days: [1, 2, 5] } })
  expect(decideOn(set({ days: [2, 5, 1] }), ...opened, ...events)).toEqual([])
  expect(decideOn(set({ holidays: null }), ...opened, ...events)).toHaveLength(1)
})

test('the usual hours are what stands before anybody sets any', () => {
  expect(decideOn({ type: 'ChangeSettings', workingHours: USUAL_HOURS }, ...opened)).toEqual([])
})

test('hours that end before they begin are refused', () => {
  expectRejected(set({ from: '18:00', until: '08:00' }), 'input.invalid', ...opened)
  expectRejected(set({ from: '08:00', until: '08:00' }), 'input.invalid', ...opened)
})
