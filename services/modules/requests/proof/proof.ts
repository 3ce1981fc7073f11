import { Rejected } from '#contract/errors.ts'
import type { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText, textHash, type SaltedText } from '#contract/requests/signing.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'

export type Created = Fact<Extract<RequestEvent, { type: 'RequestCreated' }>>

/** What a device signs: the content, its RFC 8785 text, the challenge, which is that text's hash, and the secret behind the hash of the words. */
export type Prepared = {
  readonly content: SignedContent
  readonly canonical: string
  readonly challenge: string
  readonly textSalt: string
}

/** A text that was given out to be signed, and its hash. */
export type Issued = Pick<Prepared, 'canonical' | 'challenge'>

const prepare = async (
  said: Omit<SignedContent, 'v' | 'textHash'>,
  { title, details, salt }: SaltedText,
): Promise<Prepared> => {
  const content: SignedContent = { v: 1, ...said, textHash: await textHash({ title, details, salt }) }
  const canonical = canonicalText(content)
  return { content, canonical, challenge: await hashOfText(canonical), textSalt: salt }
}

/** The content of `approverId`'s approval, from the fact itself (no read model), bound together by the nonce. Throws `request.not-found` once its text is erased. */
export const prepareApproval = async (
  { data, metadata }: Created,
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

/** A request before it is made. */
export type Intended = SaltedText &
  Pick<SignedContent, 'workspaceId' | 'type' | 'requesterId' | 'approverId'> & {
    readonly seconds: number
  }

/** Of a creation, what is decided when it is prepared. */
export type Occasion = Pick<SignedContent, 'requestId' | 'createdAt' | 'nonce'>

/** The content of a request's creation, which the requester signs. */
export const prepareCreation = (
  { workspaceId, type, requesterId, approverId, seconds, ...text }: Intended,
  { requestId, createdAt, nonce }: Occasion,
): Promise<Prepared> => {
  const expiresAt = new Date(new Date(createdAt).getTime() + seconds * 1_000).toISOString()
  const ids = { requestId, workspaceId, requesterId, approverId }
  return prepare({ kind: 'creation', ...ids, type, createdAt, expiresAt, nonce }, text)
}

const isSame = (prepared: Prepared, { canonical, challenge }: Issued): boolean =>
  prepared.canonical === canonical && prepared.challenge === challenge

/**
 * Whether an issued challenge stands for exactly this request, as it is now, and this approver: everything is
 * built again and compared; only the nonce is taken from the text that was issued.
 */
export const isApprovalOf = async (
  created: Created,
  approverId: string,
  issued: Issued,
): Promise<boolean> => {
  const { nonce } = JSON.parse(issued.canonical) as { nonce?: unknown }
  return typeof nonce === 'string' && isSame(await prepareApproval(created, approverId, nonce), issued)
}

/** Whether it stands for exactly this request to be made; of the text that was issued its occasion alone is taken. */
export const isCreationOf = async (intended: Intended, issued: Issued): Promise<boolean> =>
  isSame(await prepareCreation(intended, JSON.parse(issued.canonical) as Occasion), issued)
