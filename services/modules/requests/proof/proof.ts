import { Rejected } from '#contract/errors.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText, textHash, type SaltedText } from '#contract/requests/signing.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'

export type CreatedFact = Fact<Extract<RequestEvent, { type: 'RequestCreated' }>>

/** `canonical` is the RFC 8785 text of `content`, `challenge` its hash. `textSalt` is the secret in the hash of title and details. */
export type Prepared = {
  readonly content: SignedContent
  readonly canonical: string
  readonly challenge: string
  readonly textSalt: string
}

/** The signable text that a client got, and its challenge. */
export type Issued = Pick<Prepared, 'canonical' | 'challenge'>

const prepare = async (
  fields: Omit<SignedContent, 'v' | 'textHash'>,
  { title, details, salt }: SaltedText,
): Promise<Prepared> => {
  const content: SignedContent = { v: 1, ...fields, textHash: await textHash({ title, details, salt }) }
  const canonical = canonicalText(content)
  return { content, canonical, challenge: await hashOfText(canonical), textSalt: salt }
}

/** The content that `approverId` signs to approve, built from the event instead of a read model. Throws `request.not-found` once its text is erased. */
export const prepareApproval = async (
  { data, metadata }: CreatedFact,
  approverId: string,
  nonce: string,
): Promise<Prepared> => {
  const { requestId, workspaceId, type, requesterId, title, details = null, salt, expiresAt } = data
  if (title === null || salt === null) throw new Rejected('request.not-found')
  const createdAt = metadata.at
  return prepare(
    { kind: 'approval', requestId, workspaceId, type, requesterId, approverId, createdAt, expiresAt, nonce },
    { title, details, salt },
  )
}

export type RequestDraft = SaltedText &
  Pick<SignedContent, 'workspaceId' | 'type' | 'requesterId' | 'approverId'> & {
    readonly lifetimeSeconds: number
  }

/** The fields of a creation that the server decides when it prepares the content. */
export type Preparation = Pick<SignedContent, 'requestId' | 'createdAt' | 'nonce'>

/** The content that the requester signs to create a request. */
export const prepareCreation = (
  { workspaceId, type, requesterId, approverId, lifetimeSeconds, ...text }: RequestDraft,
  { requestId, createdAt, nonce }: Preparation,
): Promise<Prepared> => {
  const expiresAt = new Date(new Date(createdAt).getTime() + lifetimeSeconds * 1_000).toISOString()
  const ids = { requestId, workspaceId, requesterId, approverId }
  return prepare({ kind: 'creation', ...ids, type, createdAt, expiresAt, nonce }, text)
}

const isSame = (prepared: Prepared, { canonical, challenge }: Issued): boolean =>
  prepared.canonical === canonical && prepared.challenge === challenge

/**
 * Whether the challenge was issued for this approver and this request as it is now. Builds the content again and compares;
 * only the nonce comes from the issued text.
 */
export const isApprovalOf = async (
  created: CreatedFact,
  approverId: string,
  issued: Issued,
): Promise<boolean> => {
  const { nonce } = JSON.parse(issued.canonical) as { nonce?: unknown }
  return typeof nonce === 'string' && isSame(await prepareApproval(created, approverId, nonce), issued)
}

/** Whether the challenge was issued for this draft. Only the `Preparation` comes from the issued text. */
export const isCreationOf = async (draft: RequestDraft, issued: Issued): Promise<boolean> =>
  isSame(await prepareCreation(draft, JSON.parse(issued.canonical) as Preparation), issued)
