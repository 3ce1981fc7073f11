import { witnessesIn, type Witness } from '../config/witness-settings.ts'
import type { Knex } from '../postgres/database.ts'
import { cosignedAt } from './cosignatures.ts'
import type { Trouble } from './ask-witness.ts'

/** What witnesses have signed of the audit logs, and why they do not. */

/** `unproved`: the product itself cannot prove that the log only grew. */
export type LogTrouble = Trouble | 'unproved'

export type Tree = { readonly size: number; readonly root: Buffer }

export type Seen = {
  readonly witness: Witness
  /** The newest tree that it signed, with the line of its signature. */
  readonly signed: (Tree & { readonly line: string; readonly at: Date }) | null
  readonly trouble: LogTrouble | null
  readonly failingSince: Date | null
  readonly contradictedAt: Date | null
}

type Row = {
  readonly workspace_id: string
  readonly witness: string
  readonly size: string | null
  readonly root: string | null
  readonly line: string | null
  readonly signed_at: Date | null
  readonly trouble: LogTrouble | null
  readonly failing_since: Date | null
  readonly failures: number
  readonly next_at: Date
  readonly contradicted_at: Date | null
}

const TABLE = 'witnessed_logs'
const KEY = ['workspace_id', 'witness']
const MINUTE_MS = 60_000
/** The next checkpoint of a log that grows. */
const SIGNED_MS = 3 * MINUTE_MS
/** Doubles with each failure. */
const UNREACHED_MS = MINUTE_MS
const MAX_UNREACHED_MS = 15 * MINUTE_MS
/** Somebody has to do something first. */
const OTHER_MS = 60 * MINUTE_MS

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

const waitAfter = (trouble: LogTrouble, failures: number): number =>
  trouble === 'unreached' ? Math.min(UNREACHED_MS * 2 ** Math.min(failures, 10), MAX_UNREACHED_MS) : OTHER_MS

/** A log and a witness. */
type Place = { readonly workspaceId: string; readonly witness: Witness }
const keyOf = ({ workspaceId, witness }: Place) => ({
  workspace_id: workspaceId,
  witness: witness.verifierKey,
})

type Parts = { readonly db: Knex; readonly config: { readonly WITNESSES?: string } }

/** `textOf`: the text of a log's checkpoint, which witnesses sign. */
export const createWitnessedLogs = (
  { db, config }: Parts,
  textOf: (workspaceId: string, tree: Tree) => string,
) => {
  const witnesses = witnessesIn(config)

  /** A row proves itself by its signature; nothing else in it counts. */
  const signedIn = (row: Row | undefined, witness: Witness): Seen['signed'] => {
    if (!row || row.size === null || row.root === null || row.line === null) return null
    const tree = { size: Number(row.size), root: Buffer.from(row.root, 'base64') }
    const at = cosignedAt(textOf(row.workspace_id, tree), row.line, witness.key)
    return at && { ...tree, line: row.line, at }
  }

  const seenOf = async (workspaceId: string): Promise<readonly Seen[]> => {
    if (witnesses.length === 0) return []
    const rows = await db<Row>(TABLE).where({ workspace_id: workspaceId })
    return witnesses.map((witness) => {
      const row = rows.find((one) => one.witness === witness.verifierKey)
      return {
        witness,
        signed: signedIn(row, witness),
        trouble: row?.trouble ?? null,
        failingSince: row?.failing_since ?? null,
        contradictedAt: row?.contradicted_at ?? null,
      }
    })
  }

  return {
    seenOf,
    /** The newest tree that covers the entry and that a witness signed, with the lines of all who signed it; null without one. */
    async covering(
      workspaceId: string,
      sequence: number,
    ): Promise<(Tree & { readonly lines: readonly string[] }) | null> {
      const signed = (await seenOf(workspaceId)).flatMap((seen) => seen.signed ?? [])
      const newest = signed.toSorted((a, b) => b.size - a.size)[0]
      if (!newest || newest.size < sequence) return null
      const same = signed.filter(({ size, root }) => size === newest.size && root.equals(newest.root))
      return { size: newest.size, root: newest.root, lines: same.map(({ line }) => line) }
    },
    async noteSigned(
      place: Place,
      { size, root }: Tree,
      { line, at }: { line: string; at: Date },
      now: Date,
    ) {
      const columns = {
        size: String(size),
        root: root.toString('base64'),
        line,
        signed_at: at,
        trouble: null,
        failing_since: null,
        failures: 0,
        next_at: after(now, SIGNED_MS),
      }
      await db(TABLE)
        .insert({ ...keyOf(place), ...columns })
        .onConflict(KEY)
        .merge(columns)
    },
    async noteTrouble(place: Place, trouble: LogTrouble, now: Date) {
      const before = await db<Row>(TABLE).where(keyOf(place)).first('failures', 'failing_since')
      const failures = (before?.failures ?? 0) + 1
      const columns = {
        trouble,
        failing_since: before?.failing_since ?? now,
        failures,
        next_at: after(now, waitAfter(trouble, failures - 1)),
        ...(trouble === 'contradicted' && { contradicted_at: now }),
      }
      await db(TABLE)
        .insert({ ...keyOf(place), ...columns })
        .onConflict(KEY)
        .merge(columns)
    },
  }
}
export type WitnessedLogs = ReturnType<typeof createWitnessedLogs>

/** Removes the rows of erased workspaces. Runs periodically. */
export const forgetWitnessedLogs = async ({ db }: Pick<Parts, 'db'>): Promise<void> => {
  await db.raw(`DELETE FROM ${TABLE} w USING erasures e WHERE e.workspace_id = w.workspace_id`)
}
