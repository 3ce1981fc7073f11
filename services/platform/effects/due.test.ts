import { expect, test } from 'vitest'
import { silentLog } from '#support/processes/silent-log.ts'
import { actOnDue, type Due } from './due.ts'

/** 100 due items. Those below `failing` cannot be acted on. */
const items = (failing = 0) => {
  const open = new Set(Array.from({ length: 100 }, (_, n) => n))
  const due: Due<number> = {
    name: 'numbers',
    next: async (_now, { after, limit }) => [...open].filter((n) => n > (after ?? -1)).slice(0, limit),
    async act(n) {
      if (n < failing) throw new Error('not this one')
      open.delete(n)
    },
  }
  return { open, due }
}
const run = { now: new Date(), log: silentLog }

test('acts on everything that is due in one run', async () => {
  const { open, due } = items(30)
  expect(await actOnDue(due, run)).toEqual({ found: 100, failed: 30 })
  expect(open.size).toBe(30)
})

test('slow work is bounded in a run, and the next run continues', async () => {
  const { open, due } = items()
  expect(await actOnDue(due, { ...run, isSlow: true })).toEqual({ found: 20, failed: 0 })
  for (let n = 0; n < 4; n += 1) await actOnDue(due, { ...run, isSlow: true })
  expect(open.size).toBe(0)
})

test('items that fail in every run do not keep slow work from the others', async () => {
  const { open, due } = items(30)
  for (let n = 0; n < 4; n += 1) await actOnDue(due, { ...run, isSlow: true })
  expect(open.size).toBe(30)
})
