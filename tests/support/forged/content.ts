import { randomUUID } from 'node:crypto'
import type { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText } from '#contract/requests/signing.ts'

const other = randomUUID()
/** A changed value for each field of the content. */
const CHANGED: { readonly [K in keyof SignedContent]: SignedContent[K] | number } = {
  v: 2,
  kind: 'creation',
  requestId: other,
  workspaceId: other,
  type: 'verification',
  requesterId: other,
  approverId: other,
  textHash: 'A'.repeat(43),
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2036-01-01T00:00:00.000Z',
  nonce: 'A'.repeat(43),
}
export const FIELDS = Object.keys(CHANGED) as (keyof SignedContent)[]
/** The challenge of the content with this field changed. */
export const challengeWith = (content: SignedContent, field: keyof SignedContent): Promise<string> => {
  const value = field === 'kind' && content.kind === 'creation' ? 'approval' : CHANGED[field]
  const changed = field === 'type' && content.type === 'verification' ? 'approval' : value
  return hashOfText(canonicalText({ ...content, [field]: changed }))
}
