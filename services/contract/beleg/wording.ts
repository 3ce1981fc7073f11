import { canonicalText, hashOfText, nameHash, textHash } from '../requests/signing.ts'
import type { BelegChange, BelegContent, BelegRequest, BelegSignature } from './beleg.ts'
import { fault, type ReasonCode } from './verdict.ts'

/** Compares what a device signed with what the Beleg says. */

type Content = Readonly<Record<string, unknown>>
const isSame = (one: unknown, other: unknown): boolean => canonicalText(one) === canonicalText(other)

/** Undefined where the wording is erased: its hash stands for it. */
const hashOfWording = async ({ title, details, salt, kind, fields }: BelegRequest, v: number) => {
  if (title === null || salt === null) return undefined
  if (v !== 4) return textHash({ title, details, salt })
  if (fields === null || kind?.name === null) return undefined
  return hashOfText(canonicalText({ title, details, kind: kind && { name: kind.name }, fields, salt }))
}

const signedFiles = ({ files }: BelegRequest) =>
  files.map(({ nameHash: hash, type, size, sha256 }) => ({ nameHash: hash, type, size, sha256 }))

const signedRule = ({ rule }: BelegRequest) => {
  if (rule === null) return null
  const { applied: _, ...signed } = rule
  return signed
}

/** The fields that come with a version, and its number. */
const versionOf = (request: BelegRequest, onBehalfOf: string | null, isCreation: boolean) => {
  const { call, kind } = request
  if (call !== null) {
    const { requester, approver } = call
    const both = isCreation ? requester : { requester, approver }
    return { v: 2, asks: { kind: call.asks }, call: both, calledBack: call.calledBack }
  }
  const files = signedFiles(request)
  const isPlain = kind === null && request.rule === null && onBehalfOf === null
  if (isPlain) return files.length === 0 ? { v: 1 } : { v: 3, files }
  const requestKind = kind && { id: kind.id, version: kind.version }
  return { v: 4, files, requestKind, rule: signedRule(request), onBehalfOf }
}

const glassIn = ({ signatures, entries }: BelegContent, { glass }: BelegRequest, kind: unknown) => {
  if (kind === 'approval' || kind === 'creation') return {}
  if (glass === null) return fault('other-content')
  if (kind === 'break-glass') return { reasonHash: glass.reasonHash }
  const broken = entries.find(({ action }) => action === 'request.glass-broken')
  const by = signatures.find(({ sequence }) => sequence === broken?.sequence)
  return by === undefined ? fault('signatures') : { reasonHash: glass.reasonHash, brokenBy: by.participantId }
}

/** What must be signed; fields that only the signer knows are taken from the content. */
const expectedOf = async (
  beleg: BelegContent,
  signature: BelegSignature,
  content: Content,
): Promise<Content> => {
  const request = beleg.request!
  const { type, requesterId, expiresAt, createdAt } = request
  const isCreation = content['kind'] === 'creation'
  const version = versionOf(request, signature.onBehalfOf, isCreation)
  return {
    ...version,
    kind: content['kind'],
    ...glassIn(beleg, request, content['kind']),
    requestId: beleg.id,
    workspaceId: beleg.workspace.id,
    type,
    requesterId,
    approverId: isCreation ? request.approverId : signature.participantId,
    textHash: (await hashOfWording(request, version.v)) ?? content['textHash'],
    // A creation is signed before it is dated.
    createdAt: isCreation ? content['createdAt'] : createdAt,
    expiresAt,
    nonce: content['nonce'],
  }
}

const requireHashes = async ({ files, rule, glass, salt }: BelegRequest): Promise<void> => {
  if (salt === null) return
  for (const file of files)
    if (file.name !== null && (await nameHash(file.name, salt)) !== file.nameHash) fault('other-files')
  if (rule?.applied) {
    const { applied, ruleHash, ...said } = rule
    const { count, before, hours } = applied.rule
    const hash = await hashOfText(canonicalText({ ...applied, salt }))
    if (hash !== ruleHash || !isSame(said, { count, before, hours })) fault('other-rule')
  }
  if (glass !== null && glass.reason !== null) {
    const hash = await hashOfText(canonicalText({ reason: glass.reason, salt }))
    if (hash !== glass.reasonHash) fault('other-reason')
  }
}

/** Throws `Fault` unless the wording has the hashes that the Beleg says. */
export const requireWording = async ({ request }: BelegContent): Promise<void> => {
  if (request) await requireHashes(request)
}

const hashOfChange = ({ action, changes, salt, target }: BelegChange) =>
  hashOfText(canonicalText({ action, changes, salt, target: { id: target.id, kind: target.kind } }))

const expectedOfChange = async (
  { id, workspace, erased, change }: BelegContent,
  { participantId }: BelegSignature,
  content: Content,
): Promise<Content> => ({
  v: 1,
  kind: 'change',
  changeId: id,
  workspaceId: workspace.id,
  changeHash: erased.includes('change') ? content['changeHash'] : await hashOfChange(change!),
  requestedBy: change!.requestedBy,
  approverId: participantId,
  expiresAt: change!.expiresAt,
  nonce: content['nonce'],
})

const WRONG: Readonly<Record<string, ReasonCode>> = {
  textHash: 'other-text',
  changeHash: 'other-text',
  files: 'other-files',
  rule: 'other-rule',
  reasonHash: 'other-reason',
}

/** Throws `Fault` unless the content is what the Beleg says, and nothing beside it. */
export const requireContent = async (
  beleg: BelegContent,
  signature: BelegSignature,
  content: Content,
): Promise<void> => {
  const expected = await (beleg.subject === 'request' ? expectedOf : expectedOfChange)(
    beleg,
    signature,
    content,
  )
  for (const field of new Set([...Object.keys(expected), ...Object.keys(content)]))
    if (!(field in content && field in expected && isSame(content[field], expected[field])))
      fault(WRONG[field] ?? 'other-content')
}
