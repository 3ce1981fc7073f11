import { userStream } from '#modules/accounts/user.events.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { textHash } from '#contract/requests/signing.ts'
import type { EventStore, StoredEvent } from '#platform/event-store/event-store.ts'
import { UnreadableFact } from '#platform/facts/event-codec.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { BadEvidence, verifyEvidence } from '#platform/secrets/evidence.ts'
import type { Created } from './proof.ts'
import { requestStream, type RequestEvent } from '#modules/requests/request.events.ts'

/** Whether those who are said to have signed a request did, by nothing but the facts. */

type Approved = Fact<Extract<RequestEvent, { type: 'RequestApproved' }>>
type Signed = Created | Approved

/** What a device is said to have signed. */
export type SignatureFound = {
  readonly requestId: string
  /** The fact in which it stands. */
  readonly type: string
  readonly at: string | null
  /** What does not hold; null: it is proved. */
  readonly fault: string | null
}

type Parts = Pick<Platform, 'codec' | 'eventStore'>

const PAGE = 1_000

const streamOf = async (eventStore: EventStore, stream: string): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for (;;) {
    const page = await eventStore.readStream(stream, { from: all.length, max: PAGE })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

const signerOf = (fact: Signed): string =>
  fact.type === 'RequestCreated' ? fact.data.requesterUserId : fact.data.userId

/** What has to have been signed, as far as the facts say it. */
const expectedOf = (fact: Signed, { data, metadata }: Created): Partial<SignedContent> => {
  const { requestId, workspaceId, type, requesterId, approverId, expiresAt } = data
  const both = { v: 1 as const, requestId, workspaceId, type, requesterId, expiresAt }
  return fact.type === 'RequestCreated'
    ? { ...both, kind: 'creation', approverId }
    : { ...both, kind: 'approval', approverId: fact.data.participantId, createdAt: metadata.at }
}

const requireExpected = async (content: SignedContent, fact: Signed, created: Created): Promise<void> => {
  for (const [field, value] of Object.entries(expectedOf(fact, created)))
    if (content[field as keyof SignedContent] !== value) throw new BadEvidence(`another ${field} was signed`)
  const { title, details = null, salt } = created.data
  // Erased: nobody can say any more which text it was.
  if (title === null || salt === null) return
  if ((await textHash({ title, details, salt })) !== content.textHash)
    throw new BadEvidence('another text was asked')
}

/** That the signer had enrolled this very key before. */
const requireEnrolled = async ({ codec, eventStore }: Parts, fact: Signed): Promise<void> => {
  const { deviceId, publicKey } = fact.data.evidence!
  const facts = codec.decodeBlind(await streamOf(eventStore, userStream(signerOf(fact))))
  const isEnrolled = facts.some(
    ({ type, data, position }) =>
      type === 'DeviceEnrolled' &&
      position < fact.position &&
      data['deviceId'] === deviceId &&
      data['publicKey'] === publicKey &&
      data['kind'] === fact.data.assurance,
  )
  if (!isEnrolled) throw new BadEvidence('the key is none that its owner had enrolled by then')
}

const isPasskey = ({ data }: Signed): boolean => data.evidence?.clientDataJSON !== undefined

const faultOf = async (parts: Parts, fact: Signed, created: Created, origins: readonly string[]) => {
  const { evidence, assurance } = fact.data
  try {
    if (!evidence) throw new BadEvidence('nothing proves it')
    if ((assurance === 'passkey') !== isPasskey(fact))
      throw new BadEvidence(`it was signed by no ${assurance}`)
    const { content } = await verifyEvidence(evidence, origins)
    await requireExpected(content, fact, created)
    await requireEnrolled(parts, fact)
    return null
  } catch (error) {
    if (error instanceof BadEvidence) return error.message
    throw error
  }
}

/** Whether a device has to have signed it: an approval always, a creation where it is of a call check. */
const needsSignature = ({ type, data }: Fact): boolean =>
  type === 'RequestApproved' ||
  (type === 'RequestCreated' && (data['type'] === 'verification' || data['assurance'] !== undefined))

/** Everything that a device is said to have signed of a request; nothing of one that is not there. */
const verifyRequest = async (
  parts: Parts,
  requestId: string,
  origins: readonly string[],
): Promise<readonly SignatureFound[]> => {
  const events = await parts.eventStore.readStream(requestStream(requestId), { max: PAGE })
  const facts = (await parts.codec.decode(events)) as unknown as readonly [Created, ...Signed[]]
  const found: SignatureFound[] = []
  for (const fact of facts.filter(needsSignature)) {
    const { type, metadata } = fact
    const fault = await faultOf(parts, fact, facts[0], origins)
    found.push({ requestId, type, at: metadata.at, fault })
  }
  return found
}

/** The ids of all requests of a workspace, by the facts. */
const requestIdsOf = async function* ({ eventStore }: Parts, workspaceId: string) {
  const types = { only: ['RequestCreated'] }
  for (let after: string | null = null; ;) {
    const { events, next, atHead } = await eventStore.readAll({ after, types })
    for (const { data } of events) if (data['workspaceId'] === workspaceId) yield data['requestId'] as string
    if (atHead) return
    after = next
  }
}

/**
 * The signatures of the request with this id, or of all requests of the workspace with it. `origins`: where the pages of
 * passkeys may have stood, as `https://vieraugen.example`.
 */
export const signaturesOf = async function* (
  parts: Parts,
  id: string,
  origins: readonly string[],
): AsyncGenerator<SignatureFound, void, undefined> {
  const ofRequest = async function* (requestId: string) {
    try {
      yield* await verifyRequest(parts, requestId, origins)
    } catch (error) {
      if (!(error instanceof UnreadableFact)) throw error
      yield { requestId, type: 'RequestCreated', at: null, fault: `it cannot be read (${error.message})` }
    }
  }
  const [request] = await parts.eventStore.readStream(requestStream(id), { max: 1 })
  if (request) return yield* ofRequest(id)
  for await (const requestId of requestIdsOf(parts, id)) yield* ofRequest(requestId)
}
