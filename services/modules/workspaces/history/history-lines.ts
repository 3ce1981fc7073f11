import type { Checkpoint } from '#contract/workspaces/history-export.ts'
import { sha256 } from '#platform/primitives/ids.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'

/**
 * The audit log as JSONL: one entry per line, with `factHash`, which determines its `hash`, and `lineHash`, the SHA-256 of the
 * previous line hash and the line's text before it. The last line is a checkpoint that signs the last `lineHash`, so a change
 * to any byte of the file is detected.
 */

/** The previous hash of the first line. */
export const BEFORE_LINES = sha256('vieraugen.history-export.v1').toString('hex')

const HASH_FIELD = ',"lineHash":"'
const HASHED_LINE = /^(\{.*),"lineHash":"([0-9a-f]{64})"\}$/s

/** 64 hex digits. */
export const lineHash = (previous: string, text: string): string =>
  sha256(`${previous}\n${text}`).toString('hex')

/** The hashed part of a line, and the hash that it claims; null if it has none. */
export const partsOfLine = (line: string): { readonly text: string; readonly hash: string } | null => {
  const [, text, hash] = HASHED_LINE.exec(line) ?? []
  return text === undefined ? null : { text, hash: hash! }
}

export type Lines = { readonly entries: number; readonly lines: string }

export const historyLines = async function* (
  log: ExportedLog,
  sign: (lines: Lines) => Checkpoint,
): AsyncGenerator<Buffer, void, undefined> {
  let [entries, previous] = [0, BEFORE_LINES]
  const toLine = (entry: ExportedEntry): string => {
    const text = JSON.stringify(entry).slice(0, -1)
    previous = lineHash(previous, text)
    return `${text}${HASH_FIELD}${previous}"}\n`
  }
  for await (const page of log.pages()) {
    yield Buffer.from(page.map(toLine).join(''))
    entries += page.length
  }
  yield Buffer.from(`${JSON.stringify({ checkpoint: sign({ entries, lines: previous }) })}\n`)
}
