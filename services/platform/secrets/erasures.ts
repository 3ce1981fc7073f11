import { readFile } from 'node:fs/promises'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import type { Knex } from 'knex'
import type { Clock } from '../primitives/clock.ts'
import { appendLine, TORN } from '../primitives/append-line.ts'
import type { Erased, Keys } from './keys.ts'

/**
 * The erasure ledger: an append-only file outside every backup, one JSON line per erasure. A restored database contains destroyed
 * keys again. The ledger tells which keys to destroy anew.
 */
export type Erasures = {
  /**
   * Writes the erasure to the ledger, then destroys the keys. Idempotent. Throws without ERASURE_LEDGER, or if the file cannot be
   * written; then nothing is erased.
   */
  erase(what: Erased): Promise<void>
  /** Returns all erasures, the oldest first; none without the setting. Throws DamagedLedger. */
  read(): Promise<readonly Erasure[]>
}

/** `at`: the time of the request, ISO 8601. */
export type Erasure = Erased & { readonly at: string }

/** A line of the ledger cannot be read. */
export class DamagedLedger extends Error {}

const strict = { additionalProperties: false }
const common = { v: Type.Literal(1), at: Type.String() }
const Line = Type.Union([
  // Allows ids and HMACs, but no address.
  Type.Object({ ...common, subject: Type.String({ pattern: '^[a-z]+:[A-Za-z0-9_:-]+$' }) }, strict),
  Type.Object({ ...common, workspaceId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) }, strict),
])
type Line = Static<typeof Line>

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
    await appendLine(ledgerPath, line, 'ERASURE_LEDGER')
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

/** Returns the newest erasure of each subject or workspace in the ledger. Throws DamagedLedger. */
export const newestErasures = async (erasures: Pick<Erasures, 'read'>): Promise<readonly Erasure[]> => [
  ...new Map((await erasures.read()).map((erasure) => [idOf(erasure), erasure])).values(),
]

/**
 * Returns the erasures of the ledger that this database has not carried out, because of a crash or a restore. Each subject or
 * workspace occurs once. Throws DamagedLedger.
 */
export const missingErasures = async ({ db, erasures }: Parts): Promise<readonly Erasure[]> => {
  const newest = await newestErasures(erasures)
  if (newest.length === 0) return []
  const rows: { subject: string | null; workspace_id: string | null; erased_at: Date }[] =
    await db('erasures')
  const done = new Map(rows.map((row) => [row.subject ?? row.workspace_id, row.erased_at]))
  return newest.filter((erasure) => !((done.get(idOf(erasure)) ?? 0) >= new Date(erasure.at)))
}
