import { isRecord, isText, parsed } from '#contract/evidence/bytes.ts'
import { isCheckpoint } from '#contract/evidence/checkpoints.ts'
import type { Checkpoint } from '#contract/workspaces/history-export.ts'

/** What the reader has from elsewhere than the file. */
export type Anchor = {
  /** Public keys of exports, or ids of such keys. */
  readonly keys: readonly string[]
  /** Keys of checkpoints of a tree, as verifiers of notes take them. */
  readonly verifiers: readonly string[]
  readonly witnesses: readonly string[]
  /** Certificates of time-stamping authorities. */
  readonly authorities: readonly string[]
  readonly kept: Checkpoint | null
}

export const NO_ANCHOR: Anchor = { keys: [], verifiers: [], witnesses: [], authorities: [], kept: null }

/** What stays open without an anchor for files of this sort. */
export const whoseIsOpen = ({ kept, ...typed }: Anchor): 'no-anchor' | 'other-anchor' =>
  kept === null && Object.values(typed).flat().length === 0 ? 'no-anchor' : 'other-anchor'

const EXPORT_KEY = /^([\w-]{43}|[0-9a-f]{16})$/
/** The key begins with the type of its signatures: 1 for a log (A), 4 for a witness (B). */
const NOTE_KEY = /^[^\s+]+[+][0-9a-f]{8}[+](?=A[Q-Za-f]|B[A-P])(.)[0-9A-Za-z+/]{43}$/

const FINGERPRINT = /^([0-9a-f]{2}:?){32}$/i

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : [])

/** A checkpoint as the product answers with it, or as the last line of an export has it. */
const fromJson = (value: unknown): Anchor | null => {
  if (!isRecord(value)) return null
  const kept = isCheckpoint(value) ? value : value['checkpoint']
  return isCheckpoint(kept) ? { ...NO_ANCHOR, kept, verifiers: texts(value['verifierKeys']) } : null
}

/** Reads what was typed or kept; null for what is no anchor. Nothing is an empty anchor. */
export const readAnchor = (text: string): Anchor | null => {
  const typed = text.trim()
  if (typed === '') return NO_ANCHOR
  if (typed.startsWith('{')) return fromJson(parsed(typed))
  if (typed.startsWith('-----BEGIN CERT')) return { ...NO_ANCHOR, authorities: [typed] }
  const words = typed.split(/[\s,;]+/)
  const keys = words.filter((word) => EXPORT_KEY.test(word))
  const [verifiers, witnesses] = ['A', 'B'].map((type) =>
    words.filter((word) => NOTE_KEY.exec(word)?.[1] === type),
  ) as [string[], string[]]
  const authorities = words.filter((word) => FINGERPRINT.test(word))
  const read = { keys, verifiers, witnesses, authorities }
  return Object.values(read).flat().length === words.length ? { ...read, kept: null } : null
}

/** Both together, as they are typed and chosen in different fields. */
export const bothAnchors = (a: Anchor, b: Anchor): Anchor => ({
  keys: [...a.keys, ...b.keys],
  verifiers: [...a.verifiers, ...b.verifiers],
  witnesses: [...a.witnesses, ...b.witnesses],
  authorities: [...a.authorities, ...b.authorities],
  kept: a.kept ?? b.kept,
})
