import { keyFault } from '#modules/accounts/device.state.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { ruleHash } from '#contract/requests/rules/rule-hash.ts'
import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { nameHash } from '#contract/requests/signing.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import { AlteredFact } from '#platform/facts/fact-macs.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { BadEvidence, requireSigned, signatureFault } from '#platform/secrets/evidence.ts'
import type { FilledFact } from './filled.ts'
import { approvalVersion, hashOfTexts, type CreatedFact, type SignedGlass } from './proof.ts'
import { requireSigner } from './who-signed.ts'
import type { SignedFiles } from '#modules/requests/request.state.ts'
import { requestStream, type RequestEvent } from '#modules/requests/request.events.ts'

/** Verifies the signatures of requests from their events alone. */

type Approved = Fact<Extract<RequestEvent, { type: 'RequestApproved' }>>
type Given = Fact<Extract<RequestEvent, { type: 'ApprovalGiven' }>>
type Broken = Fact<Extract<RequestEvent, { type: 'GlassBroken' }>>
type Confirmed = Fact<Extract<RequestEvent, { type: 'GlassConfirmed' }>>
type Signed = CreatedFact | Approved | Given | Broken | Confirmed
type Applied = Fact<Extract<RequestEvent, { type: 'RuleApplied' }>>
type Attached = Fact<Extract<RequestEvent, { type: 'FilesAttached' }>>
type Described = Fact<Extract<RequestEvent, { type: 'CallDescribed' }>>

export type SignatureFound = {
  readonly requestId: string
  /** Type of the event that claims the signature. */
  readonly type: string
  readonly at: string | null
  /** Why the signature is not valid; null if it is. */
  readonly fault: string | null
}

type Services = Pick<Platform, 'codec' | 'eventStore'>

const signerOf = (fact: Signed): string =>
  fact.type === 'RequestCreated' ? fact.data.requesterUserId : fact.data.userId

const isDecision = (fact: Signed): fact is Approved | Given =>
  fact.type === 'RequestApproved' || fact.type === 'ApprovalGiven'

/** Participant id of the colleague for whom it was signed. */
const onBehalfOf = (fact: Signed): string | null => (isDecision(fact) ? (fact.data.onBehalfOf ?? null) : null)

/** A request as it was created. */
type Creation = {
  /** All facts of the request. */
  readonly facts: readonly Fact[]
  readonly created: CreatedFact
  readonly described: Described | null
  readonly attached: Attached | null
  readonly filled: FilledFact | null
  readonly applied: Applied | null
  readonly broken: Broken | null
}

/** The fields of version 2. An event of before the last upgrade may lack the approver's answer; then any answer is right. */
const callOf = (fact: Signed, { data: { asks, call, calledBack } }: Described, content: SignedContent) => {
  const signed = typeof content.call === 'object' ? content.call.approver : undefined
  const approver = fact.type === 'RequestApproved' ? (fact.data.call ?? signed) : undefined
  const both = approver === undefined ? call : { requester: call, approver }
  return { v: 2 as const, asks: { kind: asks }, call: both, calledBack }
}

/** What is signed of a broken glass. Throws if the one who asked signed it, or no second person confirmed it. */
const glassIn = (fact: Signed, { broken, created }: Creation): SignedGlass | undefined => {
  if (fact.type !== 'GlassBroken' && fact.type !== 'GlassConfirmed') return undefined
  if (fact.data.userId === created.data.requesterUserId) throw new BadEvidence('the one who asked signed it')
  if (fact.type === 'GlassBroken') return { kind: 'break-glass', reasonHash: fact.data.reasonHash }
  if (broken === null) throw new BadEvidence('nothing was there to confirm')
  const { participantId: brokenBy, userId, reasonHash: hash } = broken.data
  if (fact.data.userId === userId) throw new BadEvidence('no second person confirmed it')
  return { kind: 'glass-confirmation', reasonHash: hash, brokenBy }
}

/** The signed content as far as the events determine it. */
const expectedOf = (fact: Signed, creation: Creation, content: SignedContent): Partial<SignedContent> => {
  const { created, described, attached, filled, applied } = creation
  const { data, metadata } = created
  const { requestId, workspaceId, type, requesterId, approverId, expiresAt } = data
  const version =
    described === null
      ? approvalVersion({
          files: attached?.data.files ?? [],
          kind: filled?.data ?? null,
          rule: applied?.data ?? null,
          onBehalfOf: onBehalfOf(fact),
        })
      : callOf(fact, described, content)
  const common = { ...version, requestId, workspaceId, type, requesterId, expiresAt }
  return fact.type === 'RequestCreated'
    ? { ...common, kind: 'creation', approverId }
    : {
        ...common,
        kind: 'approval',
        ...glassIn(fact, creation),
        approverId: fact.data.participantId,
        createdAt: metadata.at,
      }
}

/** The kind with its fields; undefined once they are erased. */
const filledIn = (fact: FilledFact | null) => {
  if (fact === null) return null
  const { kindId, kindVersion, filled } = fact.data
  return filled === null ? undefined : { kindId, kindVersion, ...filled }
}

/** Once what an admin typed of it is erased, the hash can no longer be checked. */
const hashOfRule = async ({ data }: Applied, salt: string): Promise<string> => {
  const { shown, who, count, before, beforeHours, hours, declines, escalate } = data
  if (shown === null) return data.ruleHash
  const { when, groups } = shown
  const rest = {
    ...(beforeHours !== undefined && { beforeHours }),
    ...(declines !== undefined && { declines }),
    ...(escalate && { escalate }),
  }
  return ruleHash({ rule: { when, who, count, before, hours, ...rest }, groups }, salt)
}

const requireRule = async (applied: Applied, { rule }: SignedContent, salt: string): Promise<void> => {
  if ((await hashOfRule(applied, salt)) !== rule?.ruleHash) throw new BadEvidence('another rule held')
}

/** A rule and a kind are signed with the texts. */
const textsOf = ({ attached, applied }: Pick<Creation, 'attached' | 'applied'>) => ({
  files: attached?.data.files ?? [],
  rule: applied?.data ?? null,
})

const requireText = async (
  fact: Signed,
  content: SignedContent,
  { created, attached, applied, ...beside }: Creation,
): Promise<void> => {
  const { title, details = null, salt } = created.data
  const filled = filledIn(beside.filled)
  // Once the text is erased, its hash can no longer be checked.
  if (title === null || salt === null || filled === undefined) return
  const { files, rule } = textsOf({ attached, applied })
  if (
    (await hashOfTexts({ title, details, salt }, { files, filled, rule, onBehalfOf: onBehalfOf(fact) })) !==
    content.textHash
  )
    throw new BadEvidence('the request has another text')
  if (applied) await requireRule(applied, content, salt)
  await requireReason(beside.broken, salt)
  await requireNames(attached?.data.names ?? [], files, salt)
}

/** Once the reason is erased, its hash can no longer be checked. */
const requireReason = async (broken: Broken | null, salt: string): Promise<void> => {
  if (broken === null || broken.data.reason === null) return
  if ((await reasonHash(broken.data.reason, salt)) !== broken.data.reasonHash)
    throw new BadEvidence('the glass was broken for another reason')
}

const requireNames = async (names: readonly string[], files: SignedFiles, salt: string): Promise<void> => {
  for (const [place, name] of names.entries())
    if ((await nameHash(name, salt)) !== files[place]?.nameHash)
      throw new BadEvidence('a file has another name')
}

/** What the events do not tell: the text is checked by its hash, a creation is signed before it is dated. */
const UNTOLD = ['textHash', 'nonce', 'createdAt']

const requireNothingElse = (content: object, expected: object): void => {
  const more = Object.keys(content).find((field) => !(field in expected) && !UNTOLD.includes(field))
  if (more !== undefined) throw new BadEvidence(`${more} was signed beside it`)
}

const faultOf = (services: Services, fact: Signed, creation: Creation, origins: readonly string[]) =>
  signatureFault(fact.data, origins, async (content, { publicKey }, signer) => {
    if (content.kind === 'change') throw new BadEvidence('another kind was signed')
    const expected = expectedOf(fact, creation, content)
    requireSigned(content, expected)
    requireNothingElse(content, expected)
    await requireText(fact, content, creation)
    if (isDecision(fact)) await requireSigner(services, creation.facts, fact)
    if (signer !== null && signer !== signerOf(fact)) throw new BadEvidence('the list is of somebody else')
    const facts = services.codec.decodeBlind(
      await wholeStream(services.eventStore, userStream(signerOf(fact))),
    )
    const { deviceId } = fact.data.evidence!
    const fault = keyFault(facts, {
      deviceId,
      publicKey,
      kind: fact.data.assurance,
      position: fact.position,
      at: fact.metadata.at,
    })
    if (fault !== null) throw new BadEvidence(fault)
  })

/** Approvals and verifications must be signed. Other creations are signed if they claim an assurance. */
const needsSignature = ({ type, data }: Fact): boolean =>
  type === 'RequestApproved' ||
  type === 'ApprovalGiven' ||
  type === 'GlassBroken' ||
  type === 'GlassConfirmed' ||
  (type === 'RequestCreated' && (data['type'] === 'verification' || data['assurance'] !== undefined))

const signaturesOfRequest = async (
  services: Services,
  requestId: string,
  origins: readonly string[],
): Promise<readonly SignatureFound[]> => {
  const events = await wholeStream(services.eventStore, requestStream(requestId))
  const facts = (await services.codec.decode(events)) as unknown as readonly [CreatedFact, ...Signed[]]
  const beside = (type: string) => (facts as readonly Fact[]).find((fact) => fact.type === type) ?? null
  const creation: Creation = {
    facts,
    created: facts[0],
    described: beside('CallDescribed') as Described | null,
    attached: beside('FilesAttached') as Attached | null,
    filled: beside('FieldsFilled') as FilledFact | null,
    applied: beside('RuleApplied') as Applied | null,
    broken: beside('GlassBroken') as Broken | null,
  }
  const found: SignatureFound[] = []
  for (const fact of facts.filter(needsSignature)) {
    const { type, metadata } = fact
    const fault = await faultOf(services, fact, creation, origins)
    found.push({ requestId, type, at: metadata.at, fault })
  }
  return found
}

const requestIdsOf = async function* ({ eventStore }: Services, workspaceId: string) {
  const types = { only: ['RequestCreated'] }
  for (let after: string | null = null; ;) {
    const { events, next, atHead } = await eventStore.readAll({ after, types })
    for (const { data } of events) if (data['workspaceId'] === workspaceId) yield data['requestId'] as string
    if (atHead) return
    after = next
  }
}

/**
 * Verifies the signatures of the request with this id, or of all requests of the workspace with this id. `origins`: the
 * origins that passkeys may have signed for, such as `https://vieraugen.example`.
 */
export const signaturesOf = async function* (
  services: Services,
  id: string,
  origins: readonly string[],
): AsyncGenerator<SignatureFound, void, undefined> {
  const ofRequest = async function* (requestId: string) {
    try {
      yield* await signaturesOfRequest(services, requestId, origins)
    } catch (error) {
      if (!(error instanceof UnreadableFact || error instanceof AlteredFact)) throw error
      yield { requestId, type: 'RequestCreated', at: null, fault: `it cannot be read (${error.message})` }
    }
  }
  const [request] = await services.eventStore.readStream(requestStream(id), { max: 1 })
  if (request) return yield* ofRequest(id)
  for await (const requestId of requestIdsOf(services, id)) yield* ofRequest(requestId)
}
