import type { Knex } from 'knex'
import type { Position } from '#platform/event-store/event-store.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import type { Build } from '../builds/builds.ts'
import type { Statement } from '../definition/changes.ts'

/** Somebody else moved the checkpoint, or the build is to be gone: a second projector, or an operator. */
export class CheckpointMoved extends Error {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    super(`the checkpoint of ${names.join(', ')} was moved by another process`)
    this.names = names
  }
}

/** What `require_moved` raises. */
const MOVED = 'VE001'

/** How far a build is, and how often facts that were set aside have been taken up again. */
type Checkpoint = Pick<Build, 'name' | 'position' | 'resumed'>

type Goal = {
  readonly to: Position
  /** Which fact stands there, as `hashOrId` says; null leaves what is known of a place that is not left. */
  readonly fact: string | null
  readonly resumes?: boolean
  /** What whoever follows a build is told beside its position, by its name: see `concernLines`. */
  readonly told?: ReadonlyMap<string, readonly string[]>
}

/**
 * Writes a batch: its rows, and the checkpoints from where we believe they stand to `to`, in one statement, so all
 * or nothing and in one round trip; and tells who waits for what is read. `resumes`: the rows are of facts that had been set aside,
 * so that whoever remembers them there must look again. Throws CheckpointMoved, having written nothing.
 */
export const writeBatch = async (
  db: Knex,
  statements: readonly Statement[],
  from: readonly Checkpoint[],
  { to, fact, resumes = false, told }: Goal,
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
    // Locked in the order in which whoever promotes locks them, or each would wait for the other.
    const inTurn =
      'inTurn AS (SELECT name FROM checkpoints WHERE name = ANY (?::text[]) ORDER BY name FOR UPDATE)'
    const sql = `WITH ${[...parts, inTurn, moved].join(', ')}
       SELECT require_moved((SELECT coalesce(array_agg(name), '{}') FROM moved), ?::text[]),
         (SELECT count(pg_notify('checkpoint', model || ' ' || ? || line)) FROM moved
          JOIN unnest(?::text[], ?::text[]) AS told (name, line) USING (name) WHERE state = 'active')`
    const moving = [names, to, fact, resumes ? 1 : 0, names, positions, resumed]
    const lines = names.flatMap((name) => (told?.get(name) ?? ['']).map((line) => [name, line] as const))
    const telling = [to, lines.map(([name]) => name), lines.map(([, line]) => line)]
    const bindings = [...statements.map(({ json }) => json), ...moving, names, ...telling]
    // Few tables make few different statements, which come again and again: planned once, they take half the time.
    const isUsual = statements.length <= 6
    await db.raw(sql, bindings).options(isUsual ? { name: sha256(sql).toString('base64url') } : {})
  } catch (error) {
    if ((error as { code?: string }).code !== MOVED) throw error
    throw new CheckpointMoved(String((error as { detail?: string }).detail).split(' '))
  }
}
