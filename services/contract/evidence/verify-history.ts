import type { Checkpoint } from '../workspaces/history-export.ts'
import { hexHash, isRecord, isText, parsed } from './bytes.ts'
import { checkpointIn, isSignedCheckpoint } from './checkpoints.ts'
import { isEvidence, proveEvidence } from './device-evidence.ts'
import { faultOfLink, GENESIS, isLink, type Link } from './entries.ts'
import { lineHash, LINES_DOMAIN, partsOfLine } from './export-lines.ts'
import { BadEvidence, badEvidence, broken, BrokenHistory } from './faults.ts'

/**
 * Verifies an exported audit log (JSONL) without the product: the chain of entry hashes, the chain of line hashes, the signed
 * checkpoint, and the device signatures. Holds one line in memory at a time.
 */

export type Verified = {
  readonly entries: number
  /** Whether the export is unfiltered and contains every entry. */
  readonly isWhole: boolean
  readonly checkpoint: Checkpoint
  /** Whether a whole export ends before the earlier checkpoint. That is no fault, and nothing says that the log went on from there. */
  readonly isOlder: boolean
  readonly signatures: number
  /** Origins for which passkeys signed. */
  readonly origins: readonly string[]
}

export type VerifyOptions = {
  /** A public key (base64url, as in the reply of `history-checkpoint`) or its id. Only this key is accepted. */
  readonly key?: string | undefined
  /** A kept checkpoint of the same workspace. A whole log must contain its entry, unless it is older. Without `key` only its key is accepted. */
  readonly earlier?: Checkpoint | undefined
  /** Accepted origins of passkeys; any by default. */
  readonly origins?: readonly string[] | undefined
}

type Entry = Link & Readonly<Record<string, unknown>>

type Read = {
  readonly entries: number
  /** Hash of the previous line. */
  readonly lines: string
  readonly newest: Link | null
  readonly oldest: Link | null
  /** The first missing entry. A fault only in an unfiltered export. */
  readonly gap: BrokenHistory | null
  readonly hasEarlier: boolean
  /** Whether another entry stands where the earlier checkpoint has its own. */
  readonly isOther: boolean
  readonly signatures: number
  readonly origins: ReadonlySet<string>
  /** The workspaces in the evidence: only the log's own is valid. */
  readonly workspaces: ReadonlySet<string>
}
const nothing = async (): Promise<Read> => ({
  entries: 0,
  lines: await hexHash(LINES_DOMAIN),
  newest: null,
  oldest: null,
  gap: null,
  hasEarlier: false,
  isOther: false,
  signatures: 0,
  origins: new Set(),
  workspaces: new Set(),
})

const requireInOrder = async (entry: Link, above: Link | null): Promise<void> => {
  const { sequence, hash } = entry
  const fault = await faultOfLink(entry)
  if (fault !== null) broken(fault, sequence)
  if (above === null) return
  if (above.sequence <= sequence) broken('order', sequence, { above: above.sequence })
  if (above.sequence === sequence + 1 && above.previousHash !== hash)
    broken('no-predecessor', sequence, { above: above.sequence })
}

const gapOf = ({ sequence }: Link, above: Link | null): BrokenHistory | null =>
  above === null || above.sequence === sequence + 1 ? null : new BrokenHistory(above.sequence - 1, 'missing')

/** The entry of a line, and the line's hash. */
const parseLine = async (text: string, { lines, oldest: above }: Read) => {
  const parts = partsOfLine(text)
  const entry = parts && parsed(`${parts.text}}`)
  if (!parts || !isLink(entry)) broken('unreadable', above && above.sequence - 1)
  const hash = await lineHash(lines, parts.text)
  return { entry, hash, isAsExported: hash === parts.hash }
}

/** The entries that a device signs, and what it signs there. */
export const SIGNED_KINDS: ReadonlyMap<unknown, string> = new Map([
  ['request.created', 'creation'],
  ['request.approved', 'approval'],
  ['request.approval-given', 'approval'],
  ['request.glass-broken', 'break-glass'],
  ['request.glass-confirmed', 'glass-confirmation'],
  ['change.approved', 'change'],
])

/** What an entry says about who signed what. */
const claimOf = ({ action, assurance, target }: Entry) => {
  const kind = SIGNED_KINDS.get(action)
  const isClaimed = assurance === 'passkey' || assurance === 'pin'
  const { id, kind: targetKind } = isRecord(target) ? target : {}
  return kind !== undefined && isClaimed && isText(id) ? { kind, assurance, id, targetKind } : null
}

/** Verifies the signature that an entry claims. */
const readEvidence = async (entry: Entry, origins: readonly string[] | null, read: Read): Promise<Read> => {
  const claim = claimOf(entry)
  if (claim === null) return read
  try {
    if (!isEvidence(entry['evidence'])) throw badEvidence('none')
    const { content, origin } = await proveEvidence(entry['evidence'], origins)
    const about = content.kind === 'change' ? 'change' : 'request'
    if (
      content.kind !== claim.kind ||
      claim.targetKind !== about ||
      content[`${about}Id`] !== claim.id ||
      (origin === null) !== (claim.assurance === 'pin')
    )
      throw badEvidence('something-else')
    return {
      ...read,
      signatures: read.signatures + 1,
      origins: origin === null ? read.origins : new Set([...read.origins, origin]),
      workspaces: new Set([...read.workspaces, content.workspaceId]),
    }
  } catch (cause) {
    if (!(cause instanceof BadEvidence)) throw cause
    broken('signature', entry.sequence, {}, { cause })
  }
}

const readLine = async (text: string, read: Read, { earlier, origins }: VerifyOptions): Promise<Read> => {
  const { oldest: above } = read
  const { entry, hash, isAsExported } = await parseLine(text, read)
  const { sequence } = entry
  await requireInOrder(entry, above)
  const gap = gapOf(entry, above)
  if (!isAsExported) throw gap ?? new BrokenHistory(sequence, 'changed')
  const isEarlier = earlier?.content.sequence === sequence
  return readEvidence(entry, origins ?? null, {
    ...read,
    entries: read.entries + 1,
    lines: hash,
    newest: read.newest ?? entry,
    oldest: entry,
    gap: read.gap ?? gap,
    hasEarlier: read.hasEarlier || isEarlier,
    isOther: read.isOther || (isEarlier && earlier.content.hash !== entry.hash),
  })
}

const requireSigned = async (checkpoint: Checkpoint, { key, earlier }: VerifyOptions): Promise<void> => {
  const { keyId } = checkpoint.content
  if (key !== undefined && key !== checkpoint.publicKey && key !== keyId) broken('other-key', null, { keyId })
  if (key === undefined && earlier && earlier.publicKey !== checkpoint.publicKey)
    broken('other-key-than-kept', null, { keyId, earlier: earlier.content.keyId })
  if (!(await isSignedCheckpoint(checkpoint))) broken('checkpoint-signature')
}

const requireLines = ({ content }: Checkpoint, { entries, lines }: Read): void => {
  const { export: signed } = content
  if (signed === null) broken('no-export')
  if (signed.entries !== entries) broken('count', null, { signed: signed.entries, entries })
  if (signed.lines !== lines) broken('lines')
}

const requireOwnEvidence = ({ content }: Checkpoint, { workspaces }: Read): void => {
  if ([...workspaces].some((id) => id !== content.workspaceId)) broken('other-workspace')
}

const requireWhole = ({ content }: Checkpoint, { gap, newest, oldest }: Read): void => {
  const head = { sequence: newest?.sequence ?? 0, hash: newest?.hash ?? GENESIS }
  if (head.sequence !== content.sequence || head.hash !== content.hash)
    broken('head-not-first', content.sequence)
  if (gap !== null) throw gap
  if (oldest !== null && oldest.sequence !== 1) broken('missing', oldest.sequence - 1)
}

/** Throws unless the earlier checkpoint is one of this log. */
const requireEarlier = async (
  { content }: Checkpoint,
  earlier: Checkpoint | undefined,
  { isOther }: Read,
): Promise<void> => {
  if (!earlier) return
  if (!(await isSignedCheckpoint(earlier))) broken('kept-unsigned')
  if (earlier.content.workspaceId !== content.workspaceId) broken('kept-other-workspace')
  if (isOther) broken('other-than-kept', earlier.content.sequence)
}

/** Returns whether the export ends before it. */
const isBefore = ({ content }: Checkpoint, earlier: Checkpoint | undefined, read: Read): boolean => {
  if (!earlier) return false
  const isOlder = earlier.content.sequence > content.sequence
  if (!read.hasEarlier && !isOlder && earlier.content.sequence > 0)
    broken('kept-not-found', earlier.content.sequence)
  return isOlder
}

/** Throws `BrokenHistory` for the first fault. */
export const verifyHistory = async (
  lines: AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<Verified> => {
  const { earlier } = options
  let read = await nothing()
  let checkpoint: Checkpoint | null = null
  for await (const text of lines) {
    if (checkpoint !== null) broken('after-checkpoint')
    checkpoint = checkpointIn(text)
    if (checkpoint === null) read = await readLine(text, read, options)
  }
  if (checkpoint === null) broken('cut-off')
  await requireSigned(checkpoint, options)
  requireLines(checkpoint, read)
  requireOwnEvidence(checkpoint, read)
  const isWhole = Object.keys(checkpoint.content.export!.filters).length === 0
  if (isWhole) requireWhole(checkpoint, read)
  await requireEarlier(checkpoint, earlier, read)
  const isOlder = isWhole && isBefore(checkpoint, earlier, read)
  const { entries, signatures, origins } = read
  return { entries, isWhole, checkpoint, isOlder, signatures, origins: [...origins] }
}
