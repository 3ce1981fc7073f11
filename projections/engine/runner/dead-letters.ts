import type { Knex } from 'knex'
import { isReadModelAway, Rejected } from '#contract/errors.ts'
import { isNothingParked } from '#platform/read-models/nothing-parked.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges, type CollectedChanges } from '../definition/changes.ts'
import { laneOf, type Projection } from '../definition/projection.ts'
import { defineTables } from '../definition/tables.ts'

/**
 * A fact that a projection cannot apply blocks its lane: the fact and all later ones of the lane are stored here, in
 * order, and are never skipped. Health reports them, and reads that need them answer 503 instead of old rows.
 */

/**
 * Why a lane is blocked. Held: a newer program wrote a fact that this one cannot read; the lane continues once that
 * program runs. Dead letter: a handler fails, or a fact is damaged; the lane waits for a repair.
 */
export type BlockedBy = 'held' | 'dead letter'

/** The error of a fact that only waits behind the one that blocks its lane. */
export const behind = (by: BlockedBy): string =>
  by === 'held' ? 'behind a held fact' : 'behind a dead letter'

/** The blocked lanes of a build, by `laneName`. */
export const blockedLanes = async (db: Knex, build: string): Promise<ReadonlyMap<string, BlockedBy>> => {
  const rows: { lane: string; held: boolean }[] = await db('parked_facts')
    .where({ build })
    .groupBy('lane')
    .select('lane', db.raw('bool_and(held) AS held'))
  return new Map(rows.map(({ lane, held }) => [`${build} ${lane}`, held ? 'held' : 'dead letter']))
}

/** A build of a projection. */
export type ProjectionBuild = { readonly name: string; readonly projection: Projection }

export const laneName = ({ name, projection }: ProjectionBuild, fact: Fact): string =>
  `${name} ${laneOf(projection, fact)}`

const tables = defineTables({
  // Programs of two releases share this table, so it keeps its first name: its rows are dead letters and held facts.
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

/** Collects changes to the blocked facts of all builds. */
export const collectBlockedFacts = (): CollectedChanges => collectChanges('public', tables)

export const putBlockedFact = (
  blocked: CollectedChanges,
  { name: build, projection }: ProjectionBuild,
  fact: Fact,
  { by, error }: { readonly by: BlockedBy; readonly error: string },
): void =>
  blocked.put('parked_facts', {
    build,
    position: fact.position,
    lane: laneOf(projection, fact),
    stream: fact.stream,
    revision: fact.revision,
    event_id: fact.id,
    type: fact.type,
    workspace_id: fact.metadata.workspaceId ?? null,
    actor_user_id: fact.metadata.actor?.userId ?? null,
    held: by === 'held',
    error,
  })

const ACTIVE_BUILD = `build = (SELECT name FROM checkpoints WHERE model = ? AND state = 'active')`

/** `isDeadLettered`: null when no fact is blocked, false when all of them are only held. */
const refuse = (isDeadLettered: boolean | null): void => {
  if (isDeadLettered !== null) throw new Rejected(isDeadLettered ? 'read-model.parked' : 'read-model.behind')
}

/**
 * Looks at the blocked facts of the active build that `which` selects. Throws `read-model.parked` when one of them is
 * a dead letter, and `read-model.behind` when all of them are held.
 */
export const refuseDeadLetteredWhere = async (
  db: Knex,
  model: string,
  which: (facts: Knex.QueryBuilder) => void,
): Promise<void> => {
  if (await isNothingParked(db)) return
  const row: { is_dead_lettered: boolean | null } = await db('parked_facts')
    .whereRaw(ACTIVE_BUILD, [model])
    .where((facts) => which(facts))
    .first(db.raw('bool_or(NOT held) AS is_dead_lettered'))
  refuse(row.is_dead_lettered)
}

/** Throws like `refuseDeadLetteredWhere` for the facts of these workspaces. */
export const refuseDeadLettered = (db: Knex, model: string, workspaceIds: readonly string[]): Promise<void> =>
  refuseDeadLetteredWhere(db, model, (facts) => void facts.whereIn('workspace_id', [...workspaceIds]))

/**
 * Throws like `refuseDeadLetteredWhere` for the facts of these workspaces and the facts that this user caused: one of
 * them may have let the user into another workspace.
 */
export const refuseDeadLetteredFor = (
  db: Knex,
  model: string,
  userId: string,
  workspaceIds: readonly string[],
): Promise<void> =>
  refuseDeadLetteredWhere(
    db,
    model,
    (facts) => void facts.whereIn('workspace_id', [...workspaceIds]).orWhere({ actor_user_id: userId }),
  )

/**
 * A column that makes the same check in a query that reads a row anyway. Select it with the row, and pass the row to
 * `unlessDeadLettered`.
 */
export const deadLetteredColumn = (
  db: Knex,
  model: string,
  by: 'lane' | 'workspace_id',
  value: string,
): Knex.Raw =>
  db.raw(
    `(SELECT bool_or(NOT held) FROM parked_facts WHERE ${ACTIVE_BUILD} AND ?? = ?) AS is_dead_lettered`,
    [model, by, value],
  )

/** `deadLetteredColumn` as SQL text. `value` is an expression. */
export const deadLetteredSql = (model: string, by: 'lane' | 'workspace_id', value: string): string =>
  `(SELECT bool_or(NOT held) FROM parked_facts WHERE ${ACTIVE_BUILD.replace('?', `'${model}'`)} AND ${by} = ${value}) AS is_dead_lettered`

export type MaybeDeadLettered = { readonly is_dead_lettered: boolean | null }

/** Returns the row. Throws like `refuseDeadLetteredWhere`. */
export const unlessDeadLettered = <Row>(row: (Row & MaybeDeadLettered) | undefined) => {
  if (row) refuse(row.is_dead_lettered)
  return row
}

/** Returns undefined when the read model is away. For callers that can answer from the facts instead. */
export const ifAvailable = async <T>(read: Promise<T>): Promise<T | undefined> => {
  try {
    return await read
  } catch (error) {
    if (isReadModelAway(error)) return undefined
    throw error
  }
}
