import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { BelegEntry, BelegPerson } from '#contract/beleg/beleg.ts'
import { entryHash, GENESIS } from './chain.ts'
import { evidenceOf, inclusionsOf, type Tree } from './proof-queries.ts'
import { find, rowsOf, toEntry, type EntryRow } from './queries.ts'
import type { Search } from './ranges.ts'
import { nameOf } from './search.ts'

export type { EntryRow } from './queries.ts'

/** What a Beleg has from the log of its workspace. */

export type FoundEntry = Omit<BelegEntry, 'proof'> & { readonly path: readonly Buffer[] }

/** Most entries that one change has. */
const OF_CHANGE = 50

const shown = (row: EntryRow): Omit<FoundEntry, 'path'> => {
  const { sequence, id, at, action, actor, target, changes, outcome, assurance, hash, previousHash } =
    toEntry(row, null)
  if (hash !== entryHash(previousHash ?? GENESIS, sequence, id, row.fact_hash))
    throw new Rejected('fact.altered')
  return {
    sequence,
    id,
    factHash: row.fact_hash,
    previousHash,
    hash,
    at,
    action,
    actor,
    target: { kind: target.kind, id: target.id, label: target.label },
    changes,
    outcome,
    assurance,
  }
}

/** These entries as a Beleg has them, in order, each with the proof that it is in the log of this tree. Ignores dead letters: `treeOf` has refused them. */
export const provedEntries = async (
  db: Knex,
  workspaceId: string,
  tree: Tree,
  rows: readonly EntryRow[],
): Promise<FoundEntry[]> => {
  const entries = rows.map(shown).toSorted((a, b) => a.sequence - b.sequence)
  const ids = entries.map(({ id }) => id)
  const [evidence, paths] = await Promise.all([
    evidenceOf(db, ids),
    inclusionsOf(db, workspaceId, tree, entries),
  ])
  return entries.map((entry, place) => {
    const kept = evidence.get(entry.id)
    return { ...entry, ...(kept && { evidence: kept }), path: paths[place]! }
  })
}

/** The entries of these facts in the log of this tree. Throws `read-model.behind` while it lacks one. Ignores dead letters: `treeOf` has refused them. */
export const rowsOfFacts = async (
  db: Knex,
  workspaceId: string,
  tree: Tree,
  factIds: readonly string[],
): Promise<readonly EntryRow[]> => {
  const sequences: string[] = await db('audit_entries')
    .where({ workspace_id: workspaceId })
    .whereIn('id', [...factIds])
    .pluck('sequence')
  const known = sequences.map(Number).filter((sequence) => sequence <= tree.size)
  if (known.length < factIds.length) throw new Rejected('read-model.behind')
  return rowsOf(db, workspaceId, known)
}

/** The entries about a change in the log of this tree. Ignores dead letters: `treeOf` has refused them. */
export const rowsOfChange = async (
  db: Knex,
  workspaceId: string,
  tree: Tree,
  changeId: string,
): Promise<readonly EntryRow[]> => {
  const search: Search = {
    workspaceId,
    // The index holds the first three characters of an id.
    terms: ['target change', `id ${changeId.slice(0, 3)}`],
    conditions: [{ sql: 'e.target_id = ?', bindings: [changeId] }],
    hasTexts: false,
    from: null,
    to: null,
  }
  const bounds = { newest: tree.size, before: tree.size + 1, limit: OF_CHANGE }
  const { page } = await find(db, search, bounds, OF_CHANGE)
  const rows = await rowsOf(db, workspaceId, page)
  return rows.filter(({ action }) => action.startsWith('change.'))
}

type PersonRow = {
  readonly participant_id: string
  readonly user_id: string | null
  readonly email: string | null
  readonly name: string | null
}

/** Participants of a workspace, also former ones: by their own ids or those of their accounts. Ignores dead letters: `treeOf` has refused them. */
export const peopleIn = async (
  db: Knex,
  workspaceId: string,
  {
    participantIds,
    userIds,
  }: { readonly participantIds: readonly string[]; readonly userIds: readonly string[] },
): Promise<BelegPerson[]> => {
  const { rows } = await db.raw<{ rows: PersonRow[] }>(
    `SELECT t.id AS participant_id, m.user_id, t.label AS email, ${nameOf('t')} AS name FROM (
        SELECT unnest(?::text[]) AS id
        UNION SELECT participant_id::text FROM audit_members WHERE workspace_id = ? AND user_id = ANY(?::uuid[])
      ) AS wanted
      JOIN audit_targets AS t ON t.workspace_id = ? AND t.kind = 'participant' AND t.id = wanted.id
      LEFT JOIN audit_members AS m ON m.workspace_id = t.workspace_id AND m.participant_id::text = t.id
      ORDER BY t.id`,
    [[...participantIds], workspaceId, [...userIds], workspaceId],
  )
  return rows.map(({ participant_id: participantId, user_id: userId, email, name }) => ({
    participantId,
    userId,
    email,
    name,
  }))
}
