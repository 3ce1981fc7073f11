import { describe, expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import { pairDecider } from './pair.decider.ts'
import type { PairEvent } from './pair.events.ts'
import { pairOf } from './pairs.ts'

const [cleo, dora, admin] = ['user-cleo', 'user-dora', 'user-admin']
const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 10, minutes))
const two = {
  requestId: 'r-1',
  workspaceId: 'w-1',
  requesterId: 'p-cleo',
  requesterUserId: cleo,
  requesterEmail: null,
  approverId: 'p-dora',
  approverUserId: dora,
  approverEmail: null,
}
const lockedData = { ...two, workspaceRevision: 4 }
const locked: PairEvent = { type: 'PairLocked', data: lockedData }
const by = {
  participantId: 'p-admin',
  userId: admin,
  requesterEmail: null,
  approverEmail: null,
  workspaceRevision: 5,
}
const unlocked: PairEvent = {
  type: 'PairUnlocked',
  data: { ...two, ...by, at: at(5).toISOString() },
}
const after = (...events: readonly PairEvent[]) => events.reduce(pairDecider.evolve, pairDecider.initialState)
const lock = (minutes: number) => ({ type: 'Lock', ...lockedData, at: at(minutes) }) as const
const unlock = (userId = admin, admins = [admin]) =>
  ({ type: 'Unlock', ...by, userId, admins, at: at(5) }) as const
const { decide } = pairDecider

describe('two people', () => {
  test('have one name, whichever of them asks, and another one in each workspace', () => {
    expect(pairOf('w-1', [cleo, dora])).toBe(pairOf('w-1', [dora, cleo]))
    expect(pairOf('w-1', [cleo, dora])).not.toBe(pairOf('w-2', [cleo, dora]))
  })

  test('are locked once, and not again by a wrong number from before the unlocking', () => {
    expect(decide(lock(1), after())).toEqual([locked])
    expect(decide(lock(2), after(locked))).toEqual([])
    expect(decide(lock(4), after(locked, unlocked))).toEqual([])
    expect(decide(lock(6), after(locked, unlocked))).toEqual([locked])
  })

  test('are unlocked once, and only while they are locked', () => {
    expect(decide(unlock(), after(locked))).toEqual([unlocked])
    expect(decide(unlock(), after())).toEqual([])
    expect(decide(unlock(), after(locked, unlocked))).toEqual([])
  })

  test('do not unlock themselves while there is another active admin', () => {
    for (const one of [cleo, dora]) {
      const asOneOfTheTwo = () => decide(unlock(one, [one, admin]), after(locked))
      expect(asOneOfTheTwo).toThrow(new Rejected('call.own-lock'))
      expect(decide(unlock(one, [cleo, dora]), after(locked))).toHaveLength(1)
    }
  })
})
