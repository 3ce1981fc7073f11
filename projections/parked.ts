import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts.ts'
import type { Changes } from './changes.ts'
import { laneOf, type Projection } from './projection.ts'

/**
 * Poison facts, and the later facts of their lane, are set aside in order, never skipped in silence:
 * health shows them, and reads that would need them answer 503 instead of old rows.
 */

/** The lanes that stand still, as `projection lane`. */
export const parkedLanes = async (db: Knex): Promise<Set<string>> => {
  const rows = await db('parked_facts').distinct('projection', 'lane')
  return new Set(rows.map(({ projection, lane }) => `${projection} ${lane}`))
}

export const laneName = (projection: Projection, fact: Fact): string =>
  `${projection.name} ${laneOf(projection, fact)}`

/** The table of parked facts, as `collectChanges` wants it. */
export const parkedTable = { tables: { parked_facts: ['projection', 'position'] } }

export const park = (changes: Changes, projection: Projection, fact: Fact, error: string): void =>
  changes.put('parked_facts', {
    projection: projection.name,
    position: fact.position,
    lane: laneOf(projection, fact),
    event_id: fact.id,
    type: fact.type,
    workspace_id: fact.metadata.workspaceId,
    error,
  })

/** Throws `read-model.parked` when facts of these workspaces, or of none, are parked for the projection. */
export const refuseParked = async (
  db: Knex,
  projection: string,
  workspaceIds: readonly string[],
): Promise<void> => {
  const row = await db('parked_facts')
    .where({ projection })
    .where((or) => void or.whereNull('workspace_id').orWhereIn('workspace_id', [...workspaceIds]))
    .first('position')
  if (row) throw new Rejected('read-model.parked')
}
