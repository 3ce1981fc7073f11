import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Positions } from '#platform/read-models/positions.ts'
import { readModels } from '#projections/projector.ts'

const LONGEST_MS = 20_000
const names = readModels.map(({ name }) => name)

/** Waits for every read model, also for those that stood still before, and are waited for by no command. */
export const untilReached = async (positions: Positions, position: Position): Promise<void> => {
  const since = performance.now()
  while (!(await positions.reached(position, names, 10_000))) {
    if (performance.now() - since > LONGEST_MS) throw new Error('the read models do not move')
    await pause(20)
  }
}
