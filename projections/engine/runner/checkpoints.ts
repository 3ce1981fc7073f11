import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import type { Build } from '../builds/builds.ts'
import type { Statement } from '../definition/changes.ts'

/** A second projector or an operator moved the checkpoint, or the build is being retired. */
export class CheckpointMoved extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`the checkpoint of ${names.join(', ')} was moved by another process`)
    this.names = names
  }
}

/** The SQLSTATE that `require_moved` raises. */
const CHECKPOINT_MOVED = 'VE001'

/** `resumed` counts how often blocked facts of the build were retried. */
type Checkpoint = Pick<Build, 'name' | 'position' | 'resumed'>

type Goal = {
  readonly to: Position
  /** The `hashOrId` of the fact at this position; null keeps the one that is stored. */
  readonly fact: string | null
  readonly resumes?: boolean
  /** The `audienceLines` to send with the notification, by build name. */
  readonly audiences?: ReadonlyMap<string, readonly string[]>
}

/**
 * Writes the rows of a batch, moves the checkpoints to `to`, and notifies the readers of active builds: all in one
 * statement, so all or nothing and in one round trip. With `resumes` the rows come from blocked facts, so other
 * processes must reload what they know of the blocked lanes. Throws CheckpointMoved and writes nothing when a
 * checkpoint is not where the caller believes.
 */
export const writeBatch = async (
  db: Knex,
  statements: readonly Statement[],
  from: readonly Checkpoint[],
  { to, fact, resumes = false, audiences }: Goal,
): Promise<void> => {
  const names = from.map(({ name }) => name)
  const positions = from.map(({ position }) => position) as string[]
  const resumed = from.map((checkpoint) => checkpoint.resumed)
  const parts = statements.map(({ sql }, i) => `rows${i} AS (${sql})`)
  const moved = `moved AS (
    UPDATE checkpoints c SET position = ?, fact = coalesce(?, c.fact), resumed = f.resumed + ?::int, updated_at = now()
    FROM unnest(?::text[], ?::text[], ?::int[]) AS f (name, position, resumed)
    JOIN inTurn USING (name)
    WHERE c.name = f.name AND c.position IS NOT DISTINCT FROM f.position AND c.resumed = f.resumed AND c.state <> 'retiring'
    RETURNING c.name, c.model, c.state)`
  try {
    // Promotions lock in the same order. Another one would deadlock.
    const inTurn =
      'inTurn AS (SELECT name FROM checkpoints WHERE name = ANY (?::text[]) ORDER BY name FOR UPDATE)'
    const sql = `WITH ${[...parts, inTurn, moved].join(', ')}
       SELECT require_moved((SELECT coalesce(array_agg(name), '{}') FROM moved), ?::text[]),
         (SELECT count(pg_notify('checkpoint', model || ' ' || ? || line)) FROM moved
          JOIN unnest(?::text[], ?::text[]) AS audiences (name, line) USING (name) WHERE state = 'active')`
    const moving = [names, to, fact, resumes ? 1 : 0, names, positions, resumed]
    const lines = names.flatMap((name) => (audiences?.get(name) ?? ['']).map((line) => [name, line] as const))
    const notifying = [to, lines.map(([name]) => name), lines.map(([, line]) => line)]
    const bindings = [...statements.map(({ json }) => json), ...moving, names, ...notifying]
    // A prepared plan halves the time. Batches with few statements repeat the same SQL.
    const isUsual = statements.length <= 6
    await db.raw(sql, bindings).options(isUsual ? { name: sha256(sql).toString('base64url') } : {})
  } catch (error) {
    if ((error as { code?: string }).code !== CHECKPOINT_MOVED) throw error
    throw new CheckpointMoved(String((error as { detail?: string }).detail).split(' '))
  }
}
