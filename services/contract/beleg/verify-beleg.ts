import { toBase64url } from '../evidence/bytes.ts'
import { keyIdOf } from '../evidence/checkpoints.ts'
import { faultOfLink } from '../evidence/entries.ts'
import { readVerifier } from '../evidence/notes.ts'
import { isTextSigned, UnknownAlgorithm, unlessFails } from '../evidence/signatures.ts'
import { requireIncluded, treeInCheckpoint, type Tree } from '../evidence/verify-proof.ts'
import { canonicalText } from '../requests/signing.ts'
import { BELEG_DOMAIN, BELEG_KIND, BELEG_VERSION } from './beleg.ts'
import type { Beleg, BelegContent, BelegEntry } from './beleg.ts'
import { cosignedAt } from './cosigned-at.ts'
import { isSignedEntry, prove, requireSignature } from './device-signatures.ts'
import { stampsOf } from './stamped-at.ts'
import { fault, Fault, type Found, type NotProved, type ReasonCode, type Verdict } from './verdict.ts'
import { requireWording } from './wording.ts'

/** Verifies a Beleg without the product: in a browser or in Node, see docs/evidence.md. */

/** What the reader has from elsewhere. Without a key, nothing is proved. */
export type Anchor = {
  /** Keys of the product: the public key (base64url), its id (16 hex digits), or a verifier key of the log. */
  readonly keys?: readonly string[]
  /** An answer of `history-checkpoint` that was kept: its keys are anchors, and it must fit. */
  readonly checkpoint?: KeptCheckpoint
  /** Verifier keys of witnesses, each of which must have signed the checkpoint. */
  readonly witnesses?: readonly string[]
  /** Certificates of time-stamping authorities (PEM, or SHA-256 as hex), one of which must have stamped it. */
  readonly authorities?: readonly string[]
}

export type KeptCheckpoint = {
  readonly content: { readonly workspaceId: string; readonly sequence: number; readonly hash: string }
  readonly keys?: readonly { readonly id: string; readonly publicKey: string }[]
  readonly publicKey: string
  readonly verifierKeys?: readonly string[]
}

const readBeleg = (text: string): Beleg => {
  const plain = text.replace(/\r?\n$/, '')
  const beleg = JSON.parse(plain) as Beleg | null
  if (beleg?.kind !== BELEG_KIND || beleg.v !== BELEG_VERSION) return fault('no-beleg')
  return canonicalText(beleg) === plain ? beleg : fault('unreadable')
}

const keysOf = ({ keys = [], checkpoint }: Anchor): readonly string[] => [
  ...keys,
  ...(checkpoint ? [checkpoint.publicKey, ...(checkpoint.verifierKeys ?? [])] : []),
  ...(checkpoint?.keys ?? []).map(({ publicKey }) => publicKey),
]

const isSignedByLog = async (verifierKey: string, signature: string, text: string): Promise<boolean> => {
  const key = await readVerifier(verifierKey)
  return key !== null && isTextSigned(toBase64url(key.publicKey), signature, text)
}

const requireSigned = async ({ content, signature, logSignature }: Beleg): Promise<void> => {
  const text = `${BELEG_DOMAIN}\n${canonicalText(content)}`
  const isSigned =
    (await isTextSigned(content.publicKey, signature, text)) &&
    (await isSignedByLog(content.verifierKey, logSignature, text))
  if (!isSigned) fault('signature')
}

const requireAnchor = async (
  { publicKey, verifierKey, workspace }: BelegContent,
  anchor: Anchor,
): Promise<void> => {
  const own = [publicKey, await keyIdOf(publicKey), verifierKey]
  const keys = keysOf(anchor)
  if (keys.length > 0 && !own.some((key) => key !== null && keys.includes(key))) fault('other-key')
  if (anchor.checkpoint && anchor.checkpoint.content.workspaceId !== workspace.id) fault('other-workspace')
}

const requireKept = ({ entries }: BelegContent, { checkpoint }: Anchor): void => {
  if (!checkpoint) return
  const { sequence, hash } = checkpoint.content
  const same = entries.find((entry) => entry.sequence === sequence)
  const next = entries.find((entry) => entry.sequence === sequence + 1)
  const isOther = (same && same.hash !== hash) || (sequence > 0 && next && next.previousHash !== hash)
  if (isOther) fault('other-history')
}

/** Throws unless the entry has its hash and is in the log of this tree. */
const requireEntry = async (entry: BelegEntry, tree: Tree): Promise<void> => {
  const { sequence, proof } = entry
  if ((await faultOfLink(entry)) !== null) fault('entry-hash')
  if (sequence > tree.size) fault('older-checkpoint')
  const lines = proof.split('\n')
  if (lines.pop() !== '') fault('entry-not-in-log')
  await prove(requireIncluded(entry, lines, tree), 'entry-not-in-log')
}

const codeOf = (error: unknown): ReasonCode => (error instanceof Fault ? error.code : 'unreadable')

const about = <T>({ sequence }: BelegEntry, check: () => Promise<T>): Promise<T> =>
  unlessFails(check(), (error) => {
    throw new Fault(codeOf(error), sequence)
  })

const requireEntries = async (beleg: BelegContent, tree: Tree): Promise<ReadonlySet<string>> => {
  const origins = new Set<string>()
  const signatures = new Map(beleg.signatures.map((signature) => [signature.sequence, signature]))
  let before = 0
  for (const entry of beleg.entries)
    await about(entry, async () => {
      if (entry.sequence <= before) fault('entry-order')
      before = entry.sequence
      await requireEntry(entry, tree)
      const signature = signatures.get(entry.sequence)
      if (isSignedEntry(entry) !== (signature !== undefined)) fault('signatures')
      if (signature === undefined) return
      signatures.delete(entry.sequence)
      const origin = await requireSignature(beleg, entry, signature)
      if (origin !== null) origins.add(origin)
    })
  const isOnce = new Set(beleg.signatures.map(({ sequence }) => sequence)).size === beleg.signatures.length
  if (signatures.size > 0 || !isOnce) fault('signatures')
  return origins
}

const witnessesOf = async (note: string, { witnesses = [] }: Anchor): Promise<Found['witnesses']> => {
  const signed: { name: string; at: string }[] = []
  for (const key of witnesses) {
    const at = await cosignedAt(note, key)
    if (at === null) return fault('other-witness')
    signed.push({ name: key.split('+')[0]!, at: at.toISOString() })
  }
  return signed
}

type Outside = Pick<Found, 'witnesses' | 'timeStamps'> & { readonly hasUnread: boolean }

/** What others than the product say. */
const outsideOf = async (content: BelegContent, tree: Tree, anchor: Anchor): Promise<Outside> => {
  const witnesses = await witnessesOf(content.checkpoint, anchor)
  const { stamps, hasUnread } = await stampsOf(content, tree, anchor.authorities ?? [])
  return {
    witnesses,
    hasUnread,
    timeStamps: stamps.map((stamp) => ({ ...stamp, at: stamp.at.toISOString() })),
  }
}

const UNSIGNED = [
  'request.declined',
  'request.decline-given',
  'request.withdrawn',
  'change.refused',
  'change.withdrawn',
]

const notProvedOf = ({ timeStamps, hasUnread }: Outside): NotProved[] => {
  if (timeStamps.length === 0 && !hasUnread) return ['no-time-stamp']
  const isUnnamed = timeStamps.length > 0 && !timeStamps.some(({ isNamed }) => isNamed)
  return [
    ...(hasUnread ? (['time-stamps-unread'] as const) : []),
    ...(isUnnamed ? (['unnamed-authority'] as const) : []),
  ]
}

const notProvedBy = (beleg: BelegContent, outside: Outside): NotProved[] => {
  const { erased, entries, signatures } = beleg
  const isUnsigned = entries.some(({ action }) => UNSIGNED.includes(action))
  return [
    'names',
    'later',
    ...(erased.length > 0 ? (['erased'] as const) : []),
    ...(isUnsigned ? (['unsigned-decision'] as const) : []),
    ...(signatures.some(({ onBehalfOf }) => onBehalfOf !== null) ? (['on-behalf'] as const) : []),
    ...(outside.witnesses.length === 0 ? (['no-witness'] as const) : []),
    ...notProvedOf(outside),
  ]
}

const foundIn = async (
  beleg: BelegContent,
  { origin, size }: Tree,
  origins: ReadonlySet<string>,
  { witnesses, timeStamps }: Outside,
): Promise<Found> => ({
  subject: beleg.subject,
  id: beleg.id,
  workspaceId: beleg.workspace.id,
  at: beleg.at,
  log: origin,
  size,
  entries: beleg.entries.length,
  signatures: beleg.signatures.length,
  origins: [...origins],
  keyId: (await keyIdOf(beleg.publicKey))!,
  verifierKey: beleg.verifierKey,
  witnesses,
  timeStamps,
})

const treeOf = async ({ checkpoint, verifierKey, workspace }: BelegContent): Promise<Tree> => {
  const tree = await prove(treeInCheckpoint(checkpoint, verifierKey), 'checkpoint')
  return tree.origin.endsWith(`/history/${workspace.id}`) ? tree : fault('other-workspace')
}

const verified = async (text: string, anchor: Anchor): Promise<Verdict> => {
  const beleg = readBeleg(text)
  const { content } = beleg
  await requireAnchor(content, anchor)
  await requireSigned(beleg)
  const tree = await treeOf(content)
  requireKept(content, anchor)
  await requireWording(content)
  const origins = await requireEntries(content, tree)
  const outside = await outsideOf(content, tree, anchor)
  const found = await foundIn(content, tree, origins, outside)
  const notProved = notProvedBy(content, outside)
  const isProved = keysOf(anchor).length > 0
  return {
    result: isProved ? 'proved' : 'not-proved',
    reasons: isProved ? [] : [{ code: 'no-anchor', sequence: null }],
    notProved,
    found,
  }
}

/** Says whether the text of a file is a Beleg that holds. Never throws: what cannot be read is refused. */
export const verifyBeleg = async (text: string, anchor: Anchor = {}): Promise<Verdict> => {
  try {
    return await verified(text, anchor)
  } catch (error) {
    const isUnknown = error instanceof UnknownAlgorithm
    const sequence = error instanceof Fault ? error.sequence : null
    const code = isUnknown ? 'unknown-algorithm' : codeOf(error)
    return {
      result: isUnknown ? 'not-proved' : 'refused',
      reasons: [{ code, sequence }],
      notProved: [],
      found: null,
    }
  }
}
