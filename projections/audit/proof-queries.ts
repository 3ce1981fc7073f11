import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import { isConsistent, isIncluded } from '#contract/evidence/tree.ts'
import {
  consistencyParts,
  inclusionParts,
  leafHash,
  rootOf,
  subtreesOf,
  type Part,
} from '#platform/primitives/merkle-tree.ts'
import type { KeptEvidence } from '#contract/evidence/device-evidence.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { entryHash, GENESIS } from './chain.ts'
import { hashesOf } from './tree.ts'

/** Proofs from the Merkle tree of a workspace's log. None is handed out that does not hold. */

export type Tree = { readonly size: number; readonly root: Buffer }

const readerOf = (db: Knex): Parameters<typeof hashesOf>[0] => ({
  query: async (sql, bindings) =>
    (
      await db.raw(
        sql((table) => table),
        bindings as never[],
      )
    ).rows,
})

/** The roots over these parts of the tree, looked up in one statement. */
const rootsOf = async (db: Knex, workspaceId: string, parts: readonly Part[]): Promise<Buffer[]> => {
  const hashes = await hashesOf(readerOf(db), workspaceId, parts.flat())
  let at = 0
  return parts.map((part) => rootOf(hashes.slice(at, (at += part.length)).map(({ hash }) => hash)))
}

/** The tree of the whole log, and the newest hash of the chain. Throws when facts of the workspace are dead letters: an incomplete log must not be signed. */
export const treeOf = async (db: Knex, workspaceId: string): Promise<Tree & { readonly hash: string }> => {
  await refuseDeadLettered(db, 'audit', [workspaceId])
  const head = await db('audit_heads').where({ workspace_id: workspaceId }).first('sequence', 'hash', 'peaks')
  const peaks: readonly string[] = head?.peaks ?? []
  return {
    size: Number(head?.sequence ?? 0),
    hash: head?.hash ?? GENESIS,
    root: rootOf(peaks.map((hash) => Buffer.from(hash, 'hex'))),
  }
}

const require = (holds: boolean): void => {
  if (!holds) throw new Rejected('fact.altered')
}

export type ProvedEntry = {
  readonly sequence: number
  readonly id: string
  readonly factHash: string
  readonly previousHash: string | null
  readonly hash: string
}

/** An entry of a log of this tree, and the proof that it is there. Throws `fact.altered` if rows were changed. Ignores dead letters: `treeOf` has refused them. */
export const inclusionOf = async (
  db: Knex,
  workspaceId: string,
  { size, root }: Tree,
  sequence: number,
): Promise<{ readonly entry: ProvedEntry; readonly proof: readonly Buffer[] }> => {
  const rows: { sequence: string; id: string; fact_hash: string; hash: string }[] = await db('audit_entries')
    .where({ workspace_id: workspaceId })
    .whereIn('sequence', [sequence, sequence - 1])
    .select('sequence', 'id', 'fact_hash', 'hash')
    .orderBy('sequence', 'desc')
  const [row, before] = rows
  if (!row || Number(row.sequence) !== sequence) throw new Rejected('fact.altered')
  const { id, hash, fact_hash: factHash } = row
  const previousHash = before?.hash ?? null
  require(hash === entryHash(previousHash ?? GENESIS, sequence, id, factHash))
  const proof = await rootsOf(db, workspaceId, inclusionParts(sequence - 1, size))
  require(await isIncluded({ index: sequence - 1, size, root }, leafHash(Buffer.from(hash, 'hex')), proof))
  return { entry: { sequence, id, factHash, previousHash, hash }, proof }
}

/**
 * The proofs that these entries are in a log of this tree, looked up in one statement. Throws `fact.altered` if rows were changed. Ignores
 * dead letters: `treeOf` has refused them.
 */
export const inclusionsOf = async (
  db: Knex,
  workspaceId: string,
  { size, root }: Tree,
  entries: readonly Pick<ProvedEntry, 'sequence' | 'hash'>[],
): Promise<readonly (readonly Buffer[])[]> => {
  const parts = entries.map(({ sequence }) => inclusionParts(sequence - 1, size))
  const roots = await rootsOf(db, workspaceId, parts.flat())
  let at = 0
  const proofs = entries.map((_, place) => roots.slice(at, (at += parts[place]!.length)))
  for (const [place, { sequence, hash }] of entries.entries()) {
    const leaf = leafHash(Buffer.from(hash, 'hex'))
    require(await isIncluded({ index: sequence - 1, size, root }, leaf, proofs[place]!))
  }
  return proofs
}

/** The trees of a log at two sizes, and the proof that the later one begins with the earlier. Throws `fact.altered` if rows were changed. Ignores dead letters: `treeOf` has refused them. */
export const consistencyOf = async (
  db: Knex,
  workspaceId: string,
  from: number,
  to: number,
): Promise<{ readonly from: Tree; readonly to: Tree; readonly proof: readonly Buffer[] }> => {
  const parts = [subtreesOf(from), subtreesOf(to), ...consistencyParts(from, to)]
  const [fromRoot, toRoot, ...proof] = await rootsOf(db, workspaceId, parts)
  const [older, newer] = [
    { size: from, root: fromRoot! },
    { size: to, root: toRoot! },
  ]
  require(await isConsistent(older, newer, proof))
  return { from: older, to: newer, proof }
}

/** Returns the evidence by entry id. Ignores dead letters: who reads the entries has refused them. */
export const evidenceOf = async (db: Knex, ids: readonly string[]): Promise<Map<string, KeptEvidence>> => {
  const rows: { id: string; evidence: KeptEvidence }[] = await db('audit_evidence')
    .whereIn('id', [...ids])
    .select('id', 'evidence')
  return new Map(rows.map(({ id, evidence }) => [id, evidence]))
}

/** A log that a witness is due to see. */
export type DueLog = { readonly workspaceId: string; readonly witness: string; readonly size: number | null }

/**
 * The logs that each witness is due to see, those first that it never saw: what has grown, what it did not sign, and what it signed
 * before `stale`. `size` is that of the checkpoint that it signed last. Ignores dead letters: `treeOf` refuses them.
 */
export const logsToShow = async (
  db: Knex,
  witnesses: readonly string[],
  { now, stale, max }: { readonly now: Date; readonly stale: Date; readonly max: number },
): Promise<readonly DueLog[]> => {
  const { rows } = await db.raw<{ rows: { workspace_id: string; witness: string; size: string | null }[] }>(
    `SELECT h.workspace_id, asked.witness, w.size FROM audit_heads h CROSS JOIN unnest(:witnesses::text[]) AS asked (witness)
      LEFT JOIN witnessed_logs w ON w.workspace_id = h.workspace_id AND w.witness = asked.witness
      WHERE w.next_at IS NULL OR (w.next_at <= :now AND
        (w.size IS DISTINCT FROM h.sequence OR w.trouble IS NOT NULL OR w.signed_at < :stale))
      ORDER BY w.next_at NULLS FIRST, h.workspace_id LIMIT :max`,
    { witnesses: [...witnesses], now, stale, max },
  )
  return rows.map(({ workspace_id: workspaceId, witness, size }) => ({
    workspaceId,
    witness,
    size: size === null ? null : Number(size),
  }))
}

/**
 * The logs that are due to be stamped, those first that never were: what has grown since, and at the earliest when it was said. Ignores
 * dead letters: `treeOf` refuses them.
 */
export const logsToStamp = async (
  db: Knex,
  { now, max }: { readonly now: Date; readonly max: number },
): Promise<readonly string[]> => {
  const { rows } = await db.raw<{ rows: { workspace_id: string }[] }>(
    `SELECT h.workspace_id FROM audit_heads h LEFT JOIN stamped_logs s ON s.workspace_id = h.workspace_id
      WHERE s.workspace_id IS NULL OR (s.next_at <= :now AND (s.size IS DISTINCT FROM h.sequence OR s.trouble IS NOT NULL))
      ORDER BY s.next_at NULLS FIRST, h.workspace_id LIMIT :max`,
    { now, max },
  )
  return rows.map(({ workspace_id: workspaceId }) => workspaceId)
}
