import type { Reply } from '#contract/endpoint.ts'
import type { prepareRequest, Request, SignedContent } from '#contract/requests/requests.ts'
import type { ApprovalsContent, challengeMany } from '#contract/requests/several.ts'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import type { Change } from '#contract/workspaces/change.ts'
import { changeHash } from '#contract/workspaces/change-hash.ts'
import type { changeChallenge } from '#contract/workspaces/changes.ts'
import type { Device } from '#contract/accounts/devices.ts'
import { createDeviceKey, storeKey } from '../phone/accounts/keys/device-keys.ts'
import { ids, phoneOf } from './samples.ts'

/** The signing preparation of an honest server for `request`, modified by `change`. */
export const preparedOf = async (
  request: Request,
  change: Partial<SignedContent> = {},
): Promise<Reply<typeof prepareRequest>> => {
  const textSalt = 's'.repeat(43)
  const content: SignedContent = {
    v: 1,
    kind: 'approval',
    requestId: request.id,
    workspaceId: request.workspaceId,
    type: request.type,
    requesterId: request.requester.participantId,
    approverId: ids.participant,
    textHash: await textHash({ title: request.title ?? '', details: request.details, salt: textSalt }),
    createdAt: request.createdAt,
    expiresAt: request.expiresAt,
    nonce: 'n'.repeat(43),
    ...change,
  }
  const canonical = canonicalText(content)
  const challenge = await hashOfText(canonical)
  return {
    content,
    canonical,
    challenge,
    expiresAt: request.expiresAt,
    passkey: null,
    textSalt,
    notified: true,
  }
}

/** What an honest server wants signed for the approval of all of these. */
export const preparedList = async (
  requests: readonly Request[],
  change: Partial<ApprovalsContent> = {},
): Promise<Reply<typeof challengeMany>> => {
  const all = await Promise.all(requests.map((request) => preparedOf(request)))
  const content: ApprovalsContent = {
    v: 1,
    kind: 'approvals',
    count: all.length,
    list: all.map((one) => ({ requestId: one.content.requestId, contentHash: one.challenge })),
    approverUserId: ids.user,
    nonce: 'n'.repeat(43),
    expiresAt: '2126-03-01T12:00:00.000Z',
    ...change,
  }
  const canonical = canonicalText(content)
  const challenge = await hashOfText(canonical)
  return {
    content,
    canonical,
    challenge,
    expiresAt: content.expiresAt,
    passkey: null,
    requests: all.map((one) => ({
      requestId: one.content.requestId,
      content: one.content,
      canonical: one.canonical,
      textSalt: one.textSalt,
    })),
  }
}

/** What an honest server wants signed for an approval of `change` by `ids.participant`. */
export const preparedChange = async (
  change: Change,
  passkey: Reply<typeof changeChallenge>['passkey'] = null,
): Promise<Reply<typeof changeChallenge>> => {
  const { id: changeId, workspaceId, requestedBy, expiresAt } = change
  const content = {
    v: 1 as const,
    kind: 'change' as const,
    changeId,
    workspaceId,
    changeHash: await changeHash(change, null),
    requestedBy: requestedBy.participantId,
    approverId: ids.participant,
    nonce: 'n'.repeat(43),
    expiresAt,
  }
  const canonical = canonicalText(content)
  const challenge = await hashOfText(canonical)
  return { content, canonical, challenge, expiresAt, passkey, textSalt: null }
}

export const deviceOf = (id: string, kind: Device['kind'], changes: Partial<Device> = {}): Device =>
  phoneOf({ id, kind, name: 'Android', ...changes })

/** A PIN device of `ids.user` with its key in this browser. */
export const pinDeviceHere = async (): Promise<Device> => {
  const device = deviceOf('00000000-0000-4000-8000-000000000500', 'pin')
  await storeKey(ids.user, device.id, (await createDeviceKey()).privateKey)
  return device
}
