import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import type { RequestDraft } from './proof.ts'

type RequestBody = Body<typeof prepareRequest> | Body<typeof createRequest>

const VERIFICATION_SECONDS = 5 * 60
const APPROVAL_SECONDS = 7 * 86_400

/** Throws `input.invalid` for combinations of fields that the contract's schema cannot rule out. */
export const requireValidBody = ({ type, approverId, anyApprover, expiresIn }: RequestBody): void => {
  if ((approverId === undefined) === (anyApprover === undefined)) {
    const problem = 'exactly one of approverId and anyApprover is needed'
    throw new Rejected('input.invalid', [
      { field: 'approverId', problem },
      { field: 'anyApprover', problem },
    ])
  }
  if (type === 'verification' && expiresIn !== undefined)
    throw new Rejected('input.invalid', [{ field: 'expiresIn', problem: 'is for an approval alone' }])
}

const lifetimeSeconds = ({ type, expiresIn }: RequestBody): number =>
  type === 'verification' ? VERIFICATION_SECONDS : (expiresIn ?? APPROVAL_SECONDS)

/** When a request with this body expires. */
export const expiryOf = (createdAt: string | Date, body: RequestBody): Date =>
  new Date(new Date(createdAt).getTime() + lifetimeSeconds(body) * 1_000)

export const draftOf = (
  body: RequestBody,
  by: { readonly workspaceId: string; readonly requesterId: string; readonly salt: string },
): RequestDraft => ({
  ...by,
  type: body.type,
  title: body.title,
  details: body.details || null,
  approverId: body.approverId ?? null,
  lifetimeSeconds: lifetimeSeconds(body),
})
