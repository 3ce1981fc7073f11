import { createLookup } from '#platform/postgres/lookups.ts'
import type { Row, SealedRows } from '#platform/secrets/row-macs.ts'
import { SESSION_ROWS } from './session.store.ts'

export type CallerLookup = {
  readonly session_id: string
  readonly user_id: string
  readonly command_id: string | null
  /** Of a read in a workspace. */
  readonly workspace_id: string | null
  readonly now: Date
}

type CallerRow = Readonly<Record<string, unknown>> & {
  readonly session_user_id: string
  readonly session_login_at: Date
  readonly session_paired_by: string | null
}

/** The columns of a session in a lookup, which has other columns of these names. */
const LOOKED_UP = [...SESSION_ROWS.claims, 'mac'].map((column) => ({ column, as: `session_${column}` }))

/** Looks up the owner of an active session, and further columns (`beside`) for each request, in one statement. */
export const createCallers = ({ db, rowMacs }: SealedRows, beside: readonly string[]) => {
  const lookup = createLookup<Readonly<Record<string, unknown>>>(db, {
    asked: {
      session_id: 'uuid',
      user_id: 'uuid',
      command_id: 'uuid',
      workspace_id: 'uuid',
      now: 'timestamptz',
    },
    columns: [...LOOKED_UP.map(({ column, as }) => `s.${column} AS ${as}`), ...beside].join(', '),
    joins: `JOIN sessions AS s ON s.id = asked.session_id AND s.revoked_at IS NULL AND s.idle_until > asked.now
      AND s.ends_at > asked.now`,
  })
  return async (asked: CallerLookup): Promise<CallerRow | undefined> => {
    const row = await lookup(asked)
    if (!row) return undefined
    const session = Object.fromEntries(LOOKED_UP.map(({ column, as }) => [column, row[as]]))
    return rowMacs.genuine(SESSION_ROWS, session) && (row as CallerRow)
  }
}

/** The ids of those sessions that are active. */
export const livingSessions = async (
  { db, rowMacs }: SealedRows,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const rows: ({ readonly id: string } & Row)[] = await db('sessions')
    .whereRaw('id = ANY (?::uuid[])', [ids as string[]])
    .whereNull('revoked_at')
    .where('idle_until', '>', now)
    .where('ends_at', '>', now)
  return new Set(rows.filter((row) => rowMacs.genuine(SESSION_ROWS, row)).map(({ id }) => id))
}
