import type { Reply } from '#contract/endpoint.ts'
import type { Request } from '#contract/requests/requests.ts'
import type { challengeMany } from '#contract/requests/several.ts'
import { hashOfText } from '#contract/requests/signing.ts'
import { differencesBetween } from '#shared/sign-in/signable.ts'
import { differences } from '../proof/signed-content.ts'

export type PreparedList = Reply<typeof challengeMany>

type Signer = {
  readonly userId: string
  /** The signer's id in the workspace of a request. */
  readonly participantIn: (workspaceId: string) => string
}

/**
 * Rebuilds the list and the content of each request as it is shown, and compares them with what the server wants signed. Returns
 * the names of everything that differs. Sign only if there are none.
 */
export const listDifferences = async (
  shown: readonly Request[],
  { userId: approverUserId, participantIn }: Signer,
  prepared: PreparedList,
): Promise<readonly string[]> => {
  const { content, requests, expiresAt } = prepared
  const list = []
  for (const [place, request] of shown.entries()) {
    const [one, entry] = [requests[place], content.list[place]]
    if (!one || !entry) return ['list']
    const approverId = participantIn(request.workspaceId)
    const own = { ...one, challenge: entry.contentHash, expiresAt, passkey: null }
    const fields = await differences(request, { approverId, call: undefined }, own)
    if (fields.length > 0) return fields
    list.push({ requestId: request.id, contentHash: await hashOfText(one.canonical) })
  }
  const { nonce } = content
  const times = { nonce, expiresAt: content.expiresAt }
  return differencesBetween(
    { v: 1, kind: 'approvals', count: shown.length, list, approverUserId, ...times },
    prepared,
  )
}
