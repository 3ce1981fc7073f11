import type { Knex } from 'knex'
import type { HistoryEntry, HistoryMail, workspaceHistory } from '#contract/workspaces/audit.ts'
import type { Query } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { KeptEvidence } from '#platform/secrets/evidence.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { entryHash, GENESIS } from './chain.ts'
import { evidenceOf } from './proof-queries.ts'
import { mailCountsOf, mailsOfEntries } from './mail-rows.ts'
import { find, refuseDeadLetteredPeople, rowsOf, toEntry, type EntryRow } from './queries.ts'
import { searchOf } from './search.ts'
import type { Search } from './ranges.ts'

export { entryHash, GENESIS } from './chain.ts'

export type Head = { readonly sequence: number; readonly hash: string }

/** An entry with the input of its hash and, if a device signed it, the proof. */
export type ExportedEntry = HistoryEntry & { readonly evidence?: KeptEvidence; readonly factHash: string }

/** The entries of a workspace's log, newest first, loaded page by page. */
export type ExportedLog = {
  readonly head: Head
  /** Number of entries, at most `most`. */
  count(most: number): Promise<number>
  pages(): AsyncGenerator<readonly ExportedEntry[], void, undefined>
  /** The mails that these entries are about or, in a folded log, caused; by entry. */
  mailsOf(entries: readonly ExportedEntry[]): Promise<Map<string, HistoryMail[]>>
}

const PAGE = 500

/**
 * Returns the newest entry of the chain; 0 and a hash of zeros when there is none. Throws when facts of the
 * workspace are dead letters: an incomplete log must not be signed.
 */
const headOf = async (db: Knex, workspaceId: string): Promise<Head> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
  const row = await db('audit_heads').where({ workspace_id: workspaceId }).first('sequence', 'hash')
  return row ? { sequence: Number(row.sequence), hash: row.hash } : { sequence: 0, hash: GENESIS }
}

/** Returns the next page before `end`, and where to continue; 0 at the start of the log. */
const nextOf = async (db: Knex, search: Search | null, end: number) => {
  if (search === null) {
    const size = Math.min(PAGE, end - 1)
    return { page: Array.from({ length: size }, (_, back) => end - 1 - back), end: end - size }
  }
  const bounds = { newest: end - 1, before: end, limit: PAGE }
  const { page, continuesBefore } = await find(db, search, bounds, PAGE)
  if (continuesBefore !== null) return { page, end: continuesBefore }
  return { page, end: page.length < PAGE ? 0 : page.at(-1)! }
}

/** Throws `read-model.building` while tables of an older program are active that lack the hashes of the facts. */
const requireFactHashes = async (db: Knex, workspaceId: string): Promise<void> => {
  await db('audit_entries').where({ workspace_id: workspaceId }).first('fact_hash')
}

/** Throws `fact.altered` for an entry whose hash does not follow from the one before it: such a log must not be handed out. */
const requireChained = ({ hash, previous_hash, sequence, id, fact_hash }: EntryRow): void => {
  if (hash !== entryHash(previous_hash ?? GENESIS, Number(sequence), id, fact_hash))
    throw new Rejected('fact.altered')
}

/** Throws `input.invalid` for an invalid time, and like other reads of a log with dead letters. */
export const exportedLog = async (
  db: Knex,
  workspaceId: string,
  filters: Query<typeof workspaceHistory>,
): Promise<ExportedLog> => {
  await refuseDeadLetteredPeople(db, workspaceId)
  await requireFactHashes(db, workspaceId)
  const [head, search] = await Promise.all([headOf(db, workspaceId), searchOf(db, workspaceId, filters)])

  const sequences = async function* () {
    for (let end = head.sequence + 1; end > 1;) {
      const next = await nextOf(db, search, end)
      if (next.page.length > 0) yield next.page
      end = next.end
    }
  }

  return {
    head,
    async count(most) {
      if (search === null) return Math.min(most, head.sequence)
      let count = 0
      for await (const { length } of sequences()) if ((count += length) >= most) return most
      return count
    },
    async *pages() {
      for await (const page of sequences()) {
        const rows = await rowsOf(db, workspaceId, page)
        rows.forEach(requireChained)
        const ids = rows.map(({ id }) => id)
        const mails = await mailCountsOf(db, workspaceId, filters.mails ? ids : [])
        const kept = await evidenceOf(db, ids)
        yield rows.map((row) => {
          const evidence = kept.get(row.id)
          const entry = toEntry(row, mails.get(row.id) ?? null)
          return { ...entry, ...(evidence && { evidence }), factHash: row.fact_hash }
        })
      }
    },
    mailsOf(entries) {
      const about = entries.filter(({ action, mails }) => mails !== null || action.startsWith('mail.'))
      return mailsOfEntries(
        db,
        workspaceId,
        about.map(({ id }) => id),
      )
    },
  }
}
