import { tiedLines } from '#contract/beleg/export-wording.ts'
import { isRecord } from '#contract/evidence/bytes.ts'
import { linesIn } from '#contract/evidence/export-lines.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { verifyConsistency, verifyProof } from '#contract/evidence/verify-proof.ts'
import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { createWordings } from '#modules/beleg/wordings.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import { proofText, treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import type { Platform } from '#platform/platform.ts'
import { consistencyParts, inclusionParts, rootOf, type Part } from '#platform/primitives/merkle-tree.ts'
import type { ExportedLog } from '#projections/audit/export-queries.ts'
import { evidenceOf, treeOf } from '#projections/audit/proof-queries.ts'
import { rowsOf, toEntry } from '#projections/audit/queries.ts'
import { hashesOf } from '#projections/audit/tree.ts'
import type { startIndependent } from './independent.ts'

/**
 * What the product hands out of a log, and what both verifiers say of it beside a checkpoint that was kept. It hands out whatever its
 * store says: the product refuses rows that contradict each other, but somebody who owns the store may own the product.
 */

/** An answer of `history-checkpoint` from before. */
export type Kept = Checkpoint & { readonly note: string; readonly verifierKeys: readonly string[] }

/** By their names: an export, the proof that the log only grew, and one of each entry; as the verifiers take them. */
export type HandedOut = ReadonlyMap<string, readonly string[]>

const sequencesTo = (size: number) => Array.from({ length: size }, (_, at) => at + 1)
const AT = '2026-06-01T00:00:00.000Z'

const exportOf = async (
  { codec, config, db, eventStore }: Platform,
  workspaceId: string,
  head: { readonly sequence: number; readonly hash: string },
): Promise<string> => {
  const rows = await rowsOf(db, workspaceId, sequencesTo(head.sequence))
  const kept = await evidenceOf(
    db,
    rows.map(({ id }) => id),
  )
  const log = {
    async *pages() {
      yield rows.map((row) => {
        const evidence = kept.get(row.id)
        return { ...toEntry(row, null), ...(evidence && { evidence }), factHash: row.fact_hash }
      })
    },
  } as unknown as ExportedLog
  const wordings = createWordings({ codec, db, eventStore })
  const claims = { workspaceId, ...head, at: AT }
  const made = historyLines(
    log,
    (entries) => wordings(workspaceId, entries, new Date(AT)),
    (lines) => signCheckpoint(checkpointKeys(config)[0], { ...claims, export: { filters: {}, ...lines } }),
  )
  return Buffer.concat(await Array.fromAsync(made)).toString()
}

/** Throws where the product can hand out nothing. */
export const handOut = async (platform: Platform, workspaceId: string, kept: Kept): Promise<HandedOut> => {
  const { config, db } = platform
  const { size, hash, root } = await treeOf(db, workspaceId)
  const query = async (sql: (table: (name: never) => string) => string, bindings: readonly unknown[]) =>
    (
      await db.raw(
        sql((table) => table),
        bindings as never[],
      )
    ).rows
  const roots = async (parts: readonly Part[]): Promise<Buffer[]> => {
    const hashes = await hashesOf({ query } as Parameters<typeof hashesOf>[0], workspaceId, parts.flat())
    let at = 0
    return parts.map((part) => rootOf(hashes.slice(at, (at += part.length)).map((one) => one.hash)))
  }
  const note = treeSigner(config).checkpoint(workspaceId, { size, root })
  const [text, key] = [await exportOf(platform, workspaceId, { sequence: size, hash }), kept.verifierKeys[0]!]
  const grown = (await roots(consistencyParts(kept.content.sequence, size))).map((one) =>
    one.toString('base64'),
  )
  const entries = text
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Readonly<Record<string, any>>)
  const parts = entries.map(({ sequence }) => inclusionParts(sequence - 1, size))
  const hashes = await roots(parts.flat())
  let at = 0
  const proofs = entries.map(({ sequence, id, factHash, previousHash, hash: own }, place) => {
    const proof = proofText(sequence, hashes.slice(at, (at += parts[place]!.length)), note)
    const entry = { sequence, id, factHash, previousHash, hash: own }
    return [`proof of ${sequence}`, ['proof', JSON.stringify({ entry, proof }), key]] as const
  })
  return new Map<string, readonly string[]>([
    ['export', ['export', text, checkpointKeys(config)[0].publicKey, JSON.stringify(kept)]],
    ['growth', ['consistency', JSON.stringify({ hashes: grown }), kept.note, note, key]],
    ...proofs,
  ])
}

const bytesOf = async function* (text: string) {
  yield Buffer.from(text)
}

/** Our own verdict. */
const ours = async ([kind, text, second, third, fourth]: readonly string[]): Promise<boolean> => {
  try {
    if (kind === 'export') {
      const lines = tiedLines(linesIn(bytesOf(text!)), { signatures: 0, tied: 0 })
      const earlier = JSON.parse(third!) as Kept
      return !(await verifyHistory(lines, { key: second, earlier })).isOlder
    }
    if (kind === 'proof') await verifyProof(JSON.parse(text!), second!)
    else await verifyConsistency(JSON.parse(text!), [second!, third!], fourth!)
    return true
  } catch {
    return false
  }
}

/** What is handed out and was not so before; all of it without a `before`. */
export const othersIn = (now: HandedOut, before?: HandedOut): readonly (readonly string[])[] =>
  [...now].flatMap(([name, job]) => (job.join('\n') === before?.get(name)?.join('\n') ? [] : [job]))

/** What each of both verifiers, or ours alone without the other, says of these. */
export const judged = async (
  jobs: readonly (readonly string[])[],
  independent: ReturnType<typeof startIndependent> | null,
): Promise<readonly (readonly boolean[])[]> => {
  const verdicts: (readonly boolean[])[] = []
  for (const job of jobs) {
    const mine = await ours(job)
    const theirs = independent && (await independent.verify(job as never))[0]
    verdicts.push(theirs === null ? [mine] : [mine, theirs])
  }
  return verdicts
}

const coveredEvidence = (evidence: unknown): object =>
  isRecord(evidence) ? { evidence: { ...evidence, deviceId: null } } : {}

/**
 * Of an export, all that hashes and signatures cover: not the words of its entries, because an erasure takes some of them, and not the
 * name of the device that its key belongs to.
 */
export const coveredIn = (out: HandedOut): unknown =>
  out
    .get('export')![1]!
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, any>>)
    .map(({ checkpoint, sequence, id, factHash, hash, previousHash, evidence, wording }) =>
      isRecord(checkpoint)
        ? { ...checkpoint['content']!, export: null }
        : { sequence, id, factHash, hash, previousHash, wording, ...coveredEvidence(evidence) },
    )
