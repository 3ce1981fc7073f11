import Type from 'typebox'
import Value from 'typebox/value'
import { Checkpoint } from '#contract/workspaces/history-export.ts'
import { requestEvents } from '#modules/requests/request.events.ts'
import { BadEvidence, verifyEvidence } from '#platform/secrets/evidence.ts'
import { entryHash, GENESIS } from '#projections/audit/export-queries.ts'
import { isSignedCheckpoint } from './history-checkpoint.ts'
import { BEFORE_LINES, lineHash, partsOfLine } from './history-lines.ts'

/**
 * Verifies an exported audit log (JSONL) without the product: the chain of entry hashes, the chain of line hashes, the signed
 * checkpoint, and the device signatures. Holds one line in memory at a time.
 */

export type Verified = {
  readonly entries: number
  /** Whether the export is unfiltered and contains every entry. */
  readonly isWhole: boolean
  readonly checkpoint: Checkpoint
  readonly signatures: number
  /** Origins for which passkeys signed. */
  readonly origins: readonly string[]
}

export type VerifyOptions = {
  /** A public key (base64url, as in the reply of `history-checkpoint`) or its id. Only this key is accepted. */
  readonly key?: string | undefined
  /** An earlier checkpoint of the same workspace. A whole log must contain its entry. Without `key` only its key is accepted. */
  readonly earlier?: Checkpoint | undefined
  /** Accepted origins of passkeys; any by default. */
  readonly origins?: readonly string[] | undefined
}

/** The first fault; `sequence` is null if it concerns no single entry. */
export class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory'
  readonly sequence: number | null
  constructor(sequence: number | null, problem: string, options?: ErrorOptions) {
    super(problem, options)
    this.sequence = sequence
  }
}

const Link = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  id: Type.String(),
  hash: Type.String(),
  previousHash: Type.Union([Type.String(), Type.Null()]),
  factHash: Type.String(),
})
type Link = Type.Static<typeof Link>
const Signed = Type.Object({
  action: Type.Union([
    Type.Literal('request.created'),
    Type.Literal('request.approved'),
    Type.Literal('change.approved'),
  ]),
  assurance: Type.Union([Type.Literal('passkey'), Type.Literal('pin')]),
  target: Type.Object({ id: Type.String() }),
})
const { evidence } = requestEvents.RequestApproved.schema.properties
const Proving = Type.Object({ evidence })
const Last = Type.Object({ checkpoint: Checkpoint })

type Read = {
  readonly entries: number
  /** Hash of the previous line. */
  readonly lines: string
  readonly newest: Link | null
  readonly oldest: Link | null
  /** The first missing entry. A fault only in an unfiltered export. */
  readonly gap: BrokenHistory | null
  readonly hasEarlier: boolean
  readonly signatures: number
  readonly origins: ReadonlySet<string>
  /** The workspaces in the evidence: only the log's own is valid. */
  readonly workspaces: ReadonlySet<string>
}
const NOTHING: Read = {
  entries: 0,
  lines: BEFORE_LINES,
  newest: null,
  oldest: null,
  gap: null,
  hasEarlier: false,
  signatures: 0,
  origins: new Set(),
  workspaces: new Set(),
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const faultOf = ({ sequence, id, factHash, hash, previousHash }: Link, above: Link | null): string | null => {
  if ((previousHash === null) !== (sequence === 1)) return 'does not name the previous entry'
  if (entryHash(previousHash ?? GENESIS, sequence, id, factHash) !== hash) return 'does not have its hash'
  if (above === null) return null
  if (above.sequence <= sequence) return `is out of order after ${above.sequence}`
  const isNext = above.sequence === sequence + 1
  return isNext && above.previousHash !== hash ? `is not the predecessor of ${above.sequence}` : null
}

const gapOf = ({ sequence }: Link, above: Link | null): BrokenHistory | null =>
  above === null || above.sequence === sequence + 1
    ? null
    : new BrokenHistory(above.sequence - 1, 'is missing')

/** The entry of a line, and the line's hash. */
const parseLine = (text: string, { lines, oldest: above }: Read) => {
  const parts = partsOfLine(text)
  const entry = parts && parsed(`${parts.text}}`)
  if (!parts || !Value.Check(Link, entry))
    throw new BrokenHistory(above && above.sequence - 1, 'cannot be read')
  const hash = lineHash(lines, parts.text)
  return { entry, hash, isAsExported: hash === parts.hash }
}

const KINDS = {
  'request.created': 'creation',
  'request.approved': 'approval',
  'change.approved': 'change',
} as const

/** Verifies the signature that an entry claims. */
const readEvidence = async (
  { sequence, ...entry }: Link,
  origins: readonly string[] | null,
  read: Read,
): Promise<Read> => {
  if (!Value.Check(Signed, entry)) return read
  try {
    if (!Value.Check(Proving, entry)) throw new BadEvidence('there is no evidence')
    const { content, origin } = await verifyEvidence(entry.evidence, origins)
    const signedId = content.kind === 'change' ? content.changeId : content.requestId
    const isOfEntry = content.kind === KINDS[entry.action] && signedId === entry.target.id
    if (!isOfEntry || (origin === null) !== (entry.assurance === 'pin'))
      throw new BadEvidence('the evidence is for something else')
    return {
      ...read,
      signatures: read.signatures + 1,
      origins: origin === null ? read.origins : new Set([...read.origins, origin]),
      workspaces: new Set([...read.workspaces, content.workspaceId]),
    }
  } catch (error) {
    if (!(error instanceof BadEvidence)) throw error
    throw new BrokenHistory(sequence, `has no valid signature: ${error.message}`)
  }
}

const readLine = (text: string, read: Read, { earlier, origins }: VerifyOptions): Promise<Read> => {
  const { oldest: above } = read
  const { entry, hash, isAsExported } = parseLine(text, read)
  const { sequence } = entry
  const fault = faultOf(entry, above)
  if (fault !== null) throw new BrokenHistory(sequence, fault)
  const gap = gapOf(entry, above)
  if (!isAsExported) throw gap ?? new BrokenHistory(sequence, 'was changed after the export')
  const isEarlier = earlier?.content.sequence === sequence
  if (isEarlier && earlier.content.hash !== entry.hash)
    throw new BrokenHistory(sequence, 'differs from the earlier checkpoint')
  return readEvidence(entry, origins ?? null, {
    ...read,
    entries: read.entries + 1,
    lines: hash,
    newest: read.newest ?? entry,
    oldest: entry,
    gap: read.gap ?? gap,
    hasEarlier: read.hasEarlier || isEarlier,
  })
}

const requireSigned = (checkpoint: Checkpoint, { key, earlier }: VerifyOptions): void => {
  const { keyId } = checkpoint.content
  if (key !== undefined && key !== checkpoint.publicKey && key !== keyId)
    throw new BrokenHistory(null, `the checkpoint is signed with the key ${keyId} instead of the given one`)
  if (key === undefined && earlier && earlier.publicKey !== checkpoint.publicKey)
    throw new BrokenHistory(
      null,
      `the checkpoint is signed with the key ${keyId}, the earlier one with ${earlier.content.keyId}: if the operator changed the key, give the new one`,
    )
  if (!isSignedCheckpoint(checkpoint))
    throw new BrokenHistory(null, 'the signature of the checkpoint is wrong')
}

const requireLines = ({ content }: Checkpoint, { entries, lines }: Read): void => {
  const { export: signed } = content
  if (signed === null) throw new BrokenHistory(null, 'the checkpoint is not from an export')
  if (signed.entries !== entries)
    throw new BrokenHistory(null, `${signed.entries} entries were exported, but the file has ${entries}`)
  if (signed.lines !== lines) throw new BrokenHistory(null, 'the lines differ from those that were signed')
}

const requireOwnEvidence = ({ content }: Checkpoint, { workspaces }: Read): void => {
  if ([...workspaces].some((id) => id !== content.workspaceId))
    throw new BrokenHistory(null, 'the file contains evidence from another workspace')
}

const requireWhole = ({ content }: Checkpoint, { gap, newest, oldest }: Read): void => {
  const head = { sequence: newest?.sequence ?? 0, hash: newest?.hash ?? GENESIS }
  if (head.sequence !== content.sequence || head.hash !== content.hash)
    throw new BrokenHistory(content.sequence, 'is the head, but not the first line')
  if (gap !== null) throw gap
  if (oldest !== null && oldest.sequence !== 1) throw new BrokenHistory(oldest.sequence - 1, 'is missing')
}

const requireEarlier = ({ content }: Checkpoint, earlier: Checkpoint, read: Read): void => {
  if (!isSignedCheckpoint(earlier) || earlier.content.workspaceId !== content.workspaceId)
    throw new BrokenHistory(null, 'the earlier checkpoint is not signed, or is from another workspace')
  if (!read.hasEarlier && earlier.content.sequence > 0)
    throw new BrokenHistory(earlier.content.sequence, 'is in the earlier checkpoint, but not in the file')
}

/** The lines of a file. A line separator of Unicode ends none: texts may contain it. Throws `BrokenHistory` for bytes that are no text. */
export const linesIn = async function* (file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const decoded = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new BrokenHistory(null, 'the file is no text in UTF-8', { cause })
    }
  }
  let rest = ''
  for await (const bytes of file) {
    const lines = (rest + decoded(bytes)).split(/\r?\n/)
    rest = lines.pop()!
    yield* lines
  }
  rest += decoded()
  if (rest !== '') yield rest
}

/** The checkpoint in a last line, in the one form in which it is written. */
const checkpointIn = (line: string): Checkpoint | null => {
  const last = line.startsWith('{"checkpoint":') ? parsed(line) : undefined
  if (!Value.Check(Last, last)) return null
  const { content, signature, publicKey } = last.checkpoint
  return JSON.stringify({ checkpoint: { content, signature, publicKey } }) === line ? last.checkpoint : null
}

/** Throws `BrokenHistory` for the first fault. */
export const verifyHistory = async (
  lines: AsyncIterable<string>,
  options: VerifyOptions = {},
): Promise<Verified> => {
  const { earlier } = options
  let read = NOTHING
  let checkpoint: Checkpoint | null = null
  for await (const text of lines) {
    if (checkpoint !== null) throw new BrokenHistory(null, 'there are lines after the checkpoint')
    checkpoint = checkpointIn(text)
    if (checkpoint === null) read = await readLine(text, read, options)
  }
  if (checkpoint === null) throw new BrokenHistory(null, 'the file is cut off: it has no checkpoint')
  requireSigned(checkpoint, options)
  requireLines(checkpoint, read)
  requireOwnEvidence(checkpoint, read)
  const isWhole = Object.keys(checkpoint.content.export!.filters).length === 0
  if (isWhole) requireWhole(checkpoint, read)
  if (earlier && isWhole) requireEarlier(checkpoint, earlier, read)
  const { entries, signatures, origins } = read
  return { entries, isWhole, checkpoint, signatures, origins: [...origins] }
}
