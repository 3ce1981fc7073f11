import { fromBase64, toBase64 } from '#contract/evidence/bytes.ts'
import { BadStamp, verifyTimeStamp, type TimeStamp } from '#contract/evidence/time-stamps.ts'
import type { TimeStampSettings } from '../config/time-stamp-settings.ts'
import type { Knex } from '../postgres/database.ts'
import type { Stamped, StampTrouble } from './ask-authority.ts'

/** The time stamps of audit logs, and why there are no newer ones. */

/** `unproved`: the product itself cannot state a checkpoint at present. */
export type StampedLogTrouble = StampTrouble | 'unproved'

/** `text`: of the checkpoint. `token`: base64. */
export type KeptStamp = { readonly text: string; readonly token: string; readonly size: number }

export type StampedLog = {
  readonly newest: (KeptStamp & TimeStamp) | null
  readonly trouble: StampedLogTrouble | null
  readonly failingSince: Date | null
}

type Row = {
  readonly trouble: StampedLogTrouble | null
  readonly failing_since: Date | null
  readonly failures: number
}
type StampRow = { readonly size: string; readonly text: string; readonly token: string }

const [STAMPS, LOGS] = ['time_stamps', 'stamped_logs']
const MINUTE_MS = 60_000
/** Doubles with each failure. */
const UNREACHED_MS = MINUTE_MS
const MAX_UNREACHED_MS = 15 * MINUTE_MS
/** Somebody has to do something first. */
const OTHER_MS = 60 * MINUTE_MS
/** More than one only after a restore, or after a change of the past. */
const CANDIDATES = 10

const waitAfter = (trouble: StampedLogTrouble, failures: number): number =>
  trouble === 'unreached' ? Math.min(UNREACHED_MS * 2 ** Math.min(failures, 10), MAX_UNREACHED_MS) : OTHER_MS

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const toStamp = ({ size, text, token }: StampRow): KeptStamp => ({ size: Number(size), text, token })

/** Null for a row that somebody else wrote. */
const verified = async (stamp: KeptStamp): Promise<StampedLog['newest']> => {
  try {
    return { ...stamp, ...(await verifyTimeStamp(fromBase64(stamp.token)!, stamp.text)) }
  } catch (error) {
    if (error instanceof BadStamp) return null
    throw error
  }
}

type Parts = { readonly db: Knex; readonly config: TimeStampSettings }

export const createStampedLogs = ({ db, config }: Parts) => ({
  isOn: config.TIMESTAMP_URL !== undefined,

  async logOf(workspaceId: string): Promise<StampedLog> {
    const of = { workspace_id: workspaceId }
    const row = await db<Row>(LOGS).where(of).first('trouble', 'failing_since')
    const newest = await db<StampRow>(STAMPS)
      .where(of)
      // Times of an authority may have no fractions of a second.
      .orderBy([
        { column: 'stamped_at', order: 'desc' },
        { column: 'size', order: 'desc' },
      ])
      .first('size', 'text', 'token')
    return {
      newest: newest ? await verified(toStamp(newest)) : null,
      trouble: row?.trouble ?? null,
      failingSince: row?.failing_since ?? null,
    }
  },

  /** Those of the smallest trees from the one size to the other, the earliest first. */
  async covering(
    workspaceId: string,
    { least, most }: { readonly least: number; readonly most: number },
  ): Promise<readonly KeptStamp[]> {
    const rows: StampRow[] = await db(STAMPS)
      .where({ workspace_id: workspaceId })
      .whereBetween('size', [least, most])
      .orderBy(['size', 'stamped_at'])
      .limit(CANDIDATES)
      .select('size', 'text', 'token')
    return rows.map(toStamp)
  },

  /** Whether its token is over its text: somebody else may have written the row. */
  holds: async (stamp: KeptStamp): Promise<boolean> => (await verified(stamp)) !== null,

  async noteStamped(
    workspaceId: string,
    { size, text }: { readonly size: number; readonly text: string },
    { token, stamp }: Stamped,
    now: Date,
  ): Promise<void> {
    const of = { workspace_id: workspaceId, size: String(size) }
    await db(STAMPS)
      .insert({ ...of, text, token: toBase64(token), stamped_at: stamp.at })
      .onConflict(['workspace_id', 'size', 'stamped_at'])
      .ignore()
    const nextAt = after(now, config.TIMESTAMP_MINUTES * MINUTE_MS)
    const columns = { ...of, trouble: null, failing_since: null, failures: 0, next_at: nextAt }
    await db(LOGS).insert(columns).onConflict('workspace_id').merge()
  },

  async noteTrouble(workspaceId: string, trouble: StampedLogTrouble, now: Date): Promise<void> {
    const of = { workspace_id: workspaceId }
    const before = await db<Row>(LOGS).where(of).first('failures', 'failing_since')
    const failures = before?.failures ?? 0
    const columns = {
      trouble,
      failing_since: before?.failing_since ?? now,
      failures: failures + 1,
      next_at: after(now, waitAfter(trouble, failures)),
    }
    await db(LOGS)
      .insert({ ...of, ...columns })
      .onConflict('workspace_id')
      .merge(columns)
  },
})
export type StampedLogs = ReturnType<typeof createStampedLogs>

/** Removes the rows of erased workspaces. Runs periodically. */
export const forgetTimeStamps = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  for (const table of [STAMPS, LOGS])
    await db.raw(`DELETE FROM ${table} t USING erasures e WHERE e.workspace_id = t.workspace_id`)
}
