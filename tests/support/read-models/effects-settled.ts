import { expect } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { followers } from '../../../services/worker/worker.ts'
import { eventually } from '../eventually.ts'

/** Waits until every reactor has handled every fact, and no mail or push is pending. */
export const effectsSettled = (platform: Platform): Promise<void> =>
  eventually(async () => {
    const { db, eventStore } = platform
    const head = await eventStore.head()
    for (const { name, types } of followers(platform)) {
      const at = await db('reactor_checkpoints').where({ name }).first('position')
      const { events } = await eventStore.readAll({
        after: at?.position ?? null,
        types: { only: [...types] },
      })
      expect(events.filter(({ type }) => types.has(type)).map(({ type }) => `${name}: ${type}`)).toEqual([])
    }
    expect(await db('effects').whereIn('status', ['pending', 'sending'])).toEqual([])
    expect(await eventStore.head()).toBe(head)
  })
