import { expect, test } from 'vitest'
import type { ReadModelBuild } from '#contract/operations.ts'
import { buildOf } from '../../testing/samples.ts'
import { areUnderWay, stepsOf } from './steps.ts'

const active = buildOf('users', 2, { follows: 'users_1' })
const back = buildOf('users', 2, { state: 'previous', follows: 'users_1' })
const previous = buildOf('users', 1, { state: 'previous' })

test.each<[string, ReadModelBuild, readonly ReadModelBuild[], readonly string[]]>([
  ['is active', active, [active], ['build users']],
  [
    'is read, with one before it and facts set aside',
    { ...active, parked: 3 },
    [previous, active],
    ['build users', 'rollback users', 'retry users'],
  ],
  [
    'is read and held, after the one before it was retired',
    { ...active, state: 'held' },
    [buildOf('audit', 1, { state: 'previous' })],
    ['build users'],
  ],
  ['became active by a rollback', buildOf('users', 1), [buildOf('users', 1), back], ['build users']],
  ['was active before a rollback', back, [buildOf('users', 1), back], ['promote users_2', 'retire users_2']],
  ['is ready', buildOf('users', 3, { state: 'ready' }), [active], ['promote users_3', 'retire users_3']],
  [
    'is building',
    buildOf('users', 3, { state: 'building' }),
    [active],
    ['promote users_3', 'retire users_3'],
  ],
  ['is the previous one', previous, [previous, active], ['rollback users', 'retire users_1']],
])('the steps of a build that %s', (_, build, all, steps) => {
  expect(stepsOf(build, all).map(({ step, name }) => `${step} ${name}`)).toEqual(steps)
})

test('something is in progress while a build runs, or waits for its automatic promotion', () => {
  expect(areUnderWay({ items: [active, previous] })).toBe(false)
  expect(areUnderWay({ items: [active, buildOf('users', 3, { state: 'building' })] })).toBe(true)
  expect(areUnderWay({ items: [active, buildOf('users', 3, { state: 'ready', promotes: true })] })).toBe(true)
})
