import type { Reply } from '#contract/endpoint.ts'
import type { Request, requestChallenge, SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import { typedText } from '#contract/typed-text.ts'

export type Prepared = Reply<typeof requestChallenge>

/** What the person sees of what is signed; nonce and salt are taken from the server's answer. */
type Seen = Omit<SignedContent, 'v' | 'textHash' | 'nonce'> & {
  readonly title: string
  readonly details: string | null
}

/** In the shape that gets signed. */
const contentOf = async (
  { title, details, ...seen }: Seen,
  { content: { nonce }, textSalt: salt }: Prepared,
): Promise<SignedContent> => ({
  v: 1,
  ...seen,
  textHash: await textHash({ title, details, salt }),
  nonce,
})

const differencesFrom = async (seen: Seen, prepared: Prepared): Promise<readonly string[]> => {
  // What cannot be seen would be signed with the rest, and may turn it: no server of ours sends it.
  const unseen = (['title', 'details'] as const).filter((field) => {
    const text = seen[field] ?? ''
    return typedText(text) !== text
  })
  if (unseen.length > 0) return unseen
  const own: Record<string, unknown> = await contentOf(seen, prepared)
  const theirs: Record<string, unknown> = prepared.content
  const fields = [...new Set([...Object.keys(own), ...Object.keys(theirs)])]
  const differing = fields.filter((field) => own[field] !== theirs[field])
  const canonical = canonicalText(own)
  if (canonical !== prepared.canonical) differing.push('canonical')
  if ((await hashOfText(canonical)) !== prepared.challenge) differing.push('challenge')
  return differing
}

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
  const { id: requestId, workspaceId, type, title, details, createdAt, expiresAt } = shown
  const requesterId = shown.requester.participantId
  const times = { createdAt, expiresAt }
  const seen = { requestId, workspaceId, type, requesterId, approverId, title, details, ...times }
  return differencesFrom({ kind: 'approval', ...seen }, prepared)
}

export type Question = Pick<SignedContent, 'workspaceId' | 'requesterId' | 'approverId'> & {
  readonly title: string
}

/** How long a call check lives. */
export const CHECK_MS = 5 * 60_000

/** The same of a call check that is about to be made: its id and when it begins are the server's to say. */
export const creationDifferences = (question: Question, prepared: Prepared): Promise<readonly string[]> => {
  const { requestId, createdAt } = prepared.content
  const expiresAt = new Date(Date.parse(createdAt) + CHECK_MS).toISOString()
  const own = { ...question, requestId, createdAt, expiresAt, details: null }
  return differencesFrom({ kind: 'creation', type: 'verification', ...own }, prepared)
}
