import { HASH_FIELD, LINES_DOMAIN } from '#contract/evidence/export-lines.ts'
import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'

/**
 * The audit log as JSONL: one entry per line, with `factHash`, which determines its `hash`, and `lineHash`, the SHA-256 of the
 * previous line hash and the line's text before it. The last line is a checkpoint that signs the last `lineHash`, so a change
 * to any byte of the file is detected.
 */

/** The previous hash of the first line. */
const BEFORE_LINES = sha256(LINES_DOMAIN).toString('hex')

/** 64 hex digits. */
const lineHash = (previous: string, text: string): string => sha256(`${previous}\n${text}`).toString('hex')

/** An entry that a device signed says what was signed: see `docs/evidence.md`. By the id of the entry. */
export type WordingsOf = (entries: readonly ExportedEntry[]) => Promise<ReadonlyMap<string, object>>

export type Lines = { readonly entries: number; readonly lines: string }

export const historyLines = async function* (
  log: ExportedLog,
  wordingsOf: WordingsOf,
  sign: (lines: Lines) => Checkpoint,
): AsyncGenerator<Buffer, void, undefined> {
  let [entries, previous] = [0, BEFORE_LINES]
  const toLine = (entry: ExportedEntry, wording: object | undefined): string => {
    const text = JSON.stringify({ ...entry, ...(wording && { wording }) }).slice(0, -1)
    previous = lineHash(previous, text)
    return `${text}${HASH_FIELD}${previous}"}\n`
  }
  for await (const page of log.pages()) {
    const wordings = await wordingsOf(page)
    yield Buffer.from(page.map((entry) => toLine(entry, wordings.get(entry.id))).join(''))
    entries += page.length
  }
  yield Buffer.from(`${JSON.stringify({ checkpoint: sign({ entries, lines: previous }) })}\n`)
}
