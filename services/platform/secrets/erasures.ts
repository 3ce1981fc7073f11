import { open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import type { Knex } from 'knex'
import type { Clock } from '../primitives/clock.ts'
import type { Erased, Keys } from './keys.ts'

/**
 * The ledger of erasures: a file outside every backup, one JSON line each, only ever added to. A restored database
 * has the destroyed keys again; from here it learns to destroy them anew.
 */
export type Erasures = {
  /**
   * Into the ledger, then out of the world. Once it resolves nobody reads it, and no restore brings it back. May be
   * repeated. Throws without a setting ERASURE_LEDGER, and when the file cannot be written: nothing is erased then.
   */
  erase(what: Erased): Promise<void>
  /** Every erasure that was begun, the oldest first; none without the setting. Throws DamagedLedger. */
  read(): Promise<readonly Erasure[]>
}

/** What was erased, and when that was wanted: ISO 8601. */
export type Erasure = Erased & { readonly at: string }

/** An erasure stands in the ledger, or stood there, that cannot be read. */
export class DamagedLedger extends Error {}

const strict = { additionalProperties: false }
const common = { v: Type.Literal(1), at: Type.String() }
const Line = Type.Union([
  // Ids and HMACs: no address fits.
  Type.Object({ ...common, subject: Type.String({ pattern: '^[a-z]+:[A-Za-z0-9_:-]+$' }) }, strict),
  Type.Object({ ...common, workspaceId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }, strict),
])
type Line = Static<typeof Line>

/** Closes the line that a crash left in the middle, so that the next one has its own. */
const TORN = ' (torn)'

const append = async (path: string, line: Line): Promise<void> => {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    const isTorn = size > 0 && buffer.toString() !== '\n'
    // One write to the end of the file: lines of several processes do not mix.
    const bytes = Buffer.from(`${isTorn ? `${TORN}\n` : ''}${JSON.stringify(line)}\n`)
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten < bytes.length) throw new Error(`ERASURE_LEDGER: ${path} cannot be written to its end`)
    await file.sync()
    if (size === 0) await syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

/** A new file is there after a crash only when its folder says so. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const parsed = (text: string): Line | undefined => {
  try {
    const line: unknown = JSON.parse(text)
    return Value.Check(Line, line) ? line : undefined
  } catch {
    return undefined
  }
}

const linesOf = (text: string, path: string): readonly Line[] => {
  const lines = text.split('\n')
  return lines.flatMap((whole, i) => {
    const isTorn = whole.endsWith(TORN) || i === lines.length - 1
    const line = parsed(whole.endsWith(TORN) ? whole.slice(0, -TORN.length) : whole)
    if (line) return [line]
    if (isTorn) return []
    throw new DamagedLedger(
      `ERASURE_LEDGER: line ${i + 1} of ${path} cannot be read. Bring it back from a copy of the ledger.`,
    )
  })
}

const toErasure = (line: Line): Erasure => {
  const { at } = line
  return 'subject' in line ? { at, subject: line.subject } : { at, workspaceId: line.workspaceId }
}

export const createErasures = (keys: Keys, ledgerPath: string | undefined, clock: Clock): Erasures => ({
  async erase(what) {
    if (ledgerPath === undefined)
      throw new Error('ERASURE_LEDGER is not set: an erasure that a restore would undo is refused')
    const at = clock.now()
    const line = { v: 1, at: at.toISOString(), ...what }
    if (!Value.Check(Line, line)) throw new TypeError('what is to be erased has no name for the ledger')
    await append(ledgerPath, line)
    await keys.erase(what, { at })
  },
  async read() {
    if (ledgerPath === undefined) return []
    try {
      return linesOf(await readFile(ledgerPath, 'utf8'), ledgerPath).map(toErasure)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  },
})

type Parts = { readonly db: Knex; readonly erasures: Pick<Erasures, 'read'> }

const idOf = (what: Erased): string => ('subject' in what ? what.subject : what.workspaceId)

/** Everything that the ledger says is erased, each once, by its newest line. Throws DamagedLedger. */
export const newestErasures = async (erasures: Pick<Erasures, 'read'>): Promise<readonly Erasure[]> => [
  ...new Map((await erasures.read()).map((erasure) => [idOf(erasure), erasure])).values(),
]

/**
 * What stands in the ledger and was not carried out in this database, each once, by its newest line: a crash came in
 * between, or the database is older. Throws DamagedLedger.
 */
export const missingErasures = async ({ db, erasures }: Parts): Promise<readonly Erasure[]> => {
  const newest = await newestErasures(erasures)
  if (newest.length === 0) return []
  const rows: { subject: string | null; workspace_id: string | null; erased_at: Date }[] =
    await db('erasures')
  const done = new Map(rows.map((row) => [row.subject ?? row.workspace_id, row.erased_at]))
  return newest.filter((erasure) => !((done.get(idOf(erasure)) ?? 0) >= new Date(erasure.at)))
}
