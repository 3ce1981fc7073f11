import { Rejected } from '#contract/errors.ts'
import type { SignedContent } from '#contract/requests.ts'
import { canonicalText, hashOfText, textHash } from '#contract/signing.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { RequestEvent } from './request.events.ts'

export type Created = Fact<Extract<RequestEvent, { type: 'RequestCreated' }>>

/** What an approver's device signs: the content, its RFC 8785 text, the challenge, which is that text's hash, and the secret behind the hash of the words. */
export type Prepared = {
  readonly content: SignedContent
  readonly canonical: string
  readonly challenge: string
  readonly textSalt: string
}

/** The content of `approverId`'s approval, from the fact itself (no read model), bound together by the nonce. Throws `request.not-found` once its text is erased. */
export const prepareApproval = async (
  { data, metadata }: Created,
  approverId: string,
  nonce: string,
): Promise<Prepared> => {
  const { requestId, workspaceId, type, requesterId, title, details = null, salt, expiresAt } = data
  if (title === null || salt === null) throw new Rejected('request.not-found')
  const content: SignedContent = {
    v: 1,
    kind: 'approval',
    requestId,
    workspaceId,
    type,
    requesterId,
    approverId,
    textHash: await textHash({ title, details, salt }),
    createdAt: metadata.at,
    expiresAt,
    nonce,
  }
  const canonical = canonicalText(content)
  return { content, canonical, challenge: await hashOfText(canonical), textSalt: salt }
}

/**
 * Whether an issued challenge stands for exactly this request, as it is now, and this approver: everything is
 * built again and compared; only the nonce is taken from the text that was issued.
 */
export const isApprovalOf = async (
  created: Created,
  approverId: string,
  issued: { readonly canonical: string; readonly challenge: string },
): Promise<boolean> => {
  const { nonce } = JSON.parse(issued.canonical) as { nonce?: unknown }
  if (typeof nonce !== 'string') return false
  const { canonical, challenge } = await prepareApproval(created, approverId, nonce)
  return canonical === issued.canonical && challenge === issued.challenge
}
