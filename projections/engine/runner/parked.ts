import type { Knex } from 'knex'
import { isReadModelAway, Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges, type CollectedChanges } from '../definition/changes.ts'
import { laneOf, type Projection } from '../definition/projection.ts'
import { defineTables } from '../definition/tables.ts'

/**
 * Facts that a projection could not take, and the later ones of their lane, are set aside in order, never skipped
 * in silence: health shows them, and reads that would need them answer 503 instead of old rows.
 */

/**
 * Why a lane stands still, the same for all its facts. Held: a newer program wrote what this one cannot read, and
 * the lane goes on by itself once that program runs. Parked: a handler fails, or a fact is damaged.
 */
export type Standing = 'held' | 'parked'

/** The build's lanes that stand still, by `laneName`. */
export const lanesAside = async (db: Knex, build: string): Promise<ReadonlyMap<string, Standing>> => {
  const rows: { lane: string; held: boolean }[] = await db('parked_facts')
    .where({ build })
    .groupBy('lane')
    .select('lane', db.raw('bool_and(held) AS held'))
  return new Map(rows.map(({ lane, held }) => [`${build} ${lane}`, held ? 'held' : 'parked']))
}

/** A lane of a projection in one of its builds. */
export type Lane = { readonly name: string; readonly projection: Projection }

export const laneName = ({ name, projection }: Lane, fact: Fact): string =>
  `${name} ${laneOf(projection, fact)}`

const tables = defineTables({
  parked_facts: {
    columns: {
      build: 'text',
      position: 'text',
      lane: 'text',
      stream: 'text?',
      revision: 'bigint?',
      event_id: 'uuid',
      type: 'text',
      workspace_id: 'uuid?',
      actor_user_id: 'uuid?',
      held: 'boolean',
      error: 'text',
    },
    key: ['build', 'position'],
  },
})

/** Changes of which facts stand aside, of all builds. */
export const collectParked = (): CollectedChanges => collectChanges('public', tables)

export const setAside = (
  parked: CollectedChanges,
  { name: build, projection }: Lane,
  fact: Fact,
  { standing, error }: { readonly standing: Standing; readonly error: string },
): void =>
  parked.put('parked_facts', {
    build,
    position: fact.position,
    lane: laneOf(projection, fact),
    stream: fact.stream,
    revision: fact.revision,
    event_id: fact.id,
    type: fact.type,
    workspace_id: fact.metadata.workspaceId ?? null,
    actor_user_id: fact.metadata.actor?.userId ?? null,
    held: standing === 'held',
    error,
  })

/** Of the build that is read. */
const activeOf = `build = (SELECT name FROM checkpoints WHERE model = ? AND state = 'active')`

/** What `isParked` says of some facts set aside: null when there are none. */
const refuse = (isParked: boolean | null): void => {
  if (isParked !== null) throw new Rejected(isParked ? 'read-model.parked' : 'read-model.behind')
}

/** Throws `read-model.parked` or, when they are only held, `read-model.behind` when such facts are set aside. */
export const refuseParkedWhere = async (
  db: Knex,
  model: string,
  which: (facts: Knex.QueryBuilder) => void,
): Promise<void> => {
  const row: { is_parked: boolean | null } = await db('parked_facts')
    .whereRaw(activeOf, [model])
    .where((facts) => which(facts))
    .first(db.raw('bool_or(NOT held) AS is_parked'))
  refuse(row.is_parked)
}

/** The same for facts of these workspaces. */
export const refuseParked = (db: Knex, model: string, workspaceIds: readonly string[]): Promise<void> =>
  refuseParkedWhere(db, model, (facts) => void facts.whereIn('workspace_id', [...workspaceIds]))

/** The same for facts of these workspaces, and for what this person did: it may have been to enter another one. */
export const refuseParkedFor = (
  db: Knex,
  model: string,
  userId: string,
  workspaceIds: readonly string[],
): Promise<void> =>
  refuseParkedWhere(
    db,
    model,
    (facts) => void facts.whereIn('workspace_id', [...workspaceIds]).orWhere({ actor_user_id: userId }),
  )

/**
 * The same beside a row that is read anyway, without a round trip of its own: `select` this column with it, and
 * give the row to `unlessParked`.
 */
export const parkedColumn = (db: Knex, model: string, by: 'lane' | 'workspace_id', value: string): Knex.Raw =>
  db.raw(`(SELECT bool_or(NOT held) FROM parked_facts WHERE ${activeOf} AND ?? = ?) AS is_parked`, [
    model,
    by,
    value,
  ])

/** The same by an expression of a statement that is written out. */
export const parkedBeside = (model: string, by: 'lane' | 'workspace_id', value: string): string =>
  `(SELECT bool_or(NOT held) FROM parked_facts WHERE ${activeOf.replace('?', `'${model}'`)} AND ${by} = ${value}) AS is_parked`

export type MaybeParked = { readonly is_parked: boolean | null }

export const unlessParked = <Row>(row: (Row & MaybeParked) | undefined) => {
  if (row) refuse(row.is_parked)
  return row
}

/** Undefined instead of these refusals: for whoever has just written, and can tell from the facts. */
export const ifNotParked = async <T>(read: Promise<T>): Promise<T | undefined> => {
  try {
    return await read
  } catch (error) {
    if (isReadModelAway(error)) return undefined
    throw error
  }
}
