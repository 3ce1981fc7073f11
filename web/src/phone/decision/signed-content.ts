import type { Reply } from '#contract/endpoint.ts'
import type { Request, SignedContent, requestChallenge } from '#contract/requests.ts'
import { canonicalText, hashOfText, textHash } from '#contract/signing.ts'
import { typedText } from '#contract/typed-text.ts'

export type Prepared = Reply<typeof requestChallenge>

/** What the person sees, in the shape that gets signed. Only nonce and salt are taken from the server's answer. */
const contentOf = async (
  shown: Request,
  approverId: string,
  { content: { nonce }, textSalt: salt }: Prepared,
): Promise<SignedContent> => ({
  v: 1,
  kind: 'approval',
  requestId: shown.id,
  workspaceId: shown.workspaceId,
  type: shown.type,
  requesterId: shown.requester.participantId,
  approverId,
  textHash: await textHash({ title: shown.title ?? '', details: shown.details, salt }),
  createdAt: shown.createdAt,
  expiresAt: shown.expiresAt,
  nonce,
})

/**
 * Rebuilds the content of an approval from the request as it is shown and compares it with what the
 * server wants signed. Answers the names of all that differ (fields of the content, `canonical`,
 * `challenge`); sign only when there are none.
 */
export const differences = async (
  shown: Request,
  approverId: string,
  prepared: Prepared,
): Promise<readonly string[]> => {
  if (shown.title === null) return ['title']
  // What cannot be seen would be signed with the rest, and may turn it: no server of ours sends it.
  const unseen = (['title', 'details'] as const).filter((field) => {
    const text = shown[field] ?? ''
    return typedText(text) !== text
  })
  if (unseen.length > 0) return unseen
  const own: Record<string, unknown> = await contentOf(shown, approverId, prepared)
  const theirs: Record<string, unknown> = prepared.content
  const fields = [...new Set([...Object.keys(own), ...Object.keys(theirs)])]
  const differing = fields.filter((field) => own[field] !== theirs[field])
  const canonical = canonicalText(own)
  if (canonical !== prepared.canonical) differing.push('canonical')
  if ((await hashOfText(canonical)) !== prepared.challenge) differing.push('challenge')
  return differing
}
