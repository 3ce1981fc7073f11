import type { Position } from '#platform/event-store/event-store.ts'
import type { Positions } from '#platform/positions.ts'
import { readModels } from '#projections/projector.ts'
import { eventually } from './eventually.ts'

/** Waits for every read model, also for those that stood still before, and are waited for by no command. */
export const untilReached = (positions: Positions, position: Position): Promise<void> =>
  eventually(async () => {
    if (
      !(await positions.reached(
        position,
        readModels.map(({ name }) => name),
        10_000,
      ))
    )
      throw new Error('the read models do not move')
  })
