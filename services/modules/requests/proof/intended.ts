import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import type { Intended } from './proof.ts'

type Question = Body<typeof prepareRequest> | Body<typeof createRequest>

const VERIFICATION_SECONDS = 5 * 60
const APPROVAL_SECONDS = 7 * 86_400

/** Throws `input.invalid` for what the contract's schema cannot say. */
export const requireWhole = ({ type, approverId, anyApprover, expiresIn }: Question): void => {
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

/** How long it may be answered. */
export const secondsOf = ({ type, expiresIn }: Question): number =>
  type === 'verification' ? VERIFICATION_SECONDS : (expiresIn ?? APPROVAL_SECONDS)

/** What `requesterId` wants to ask. */
export const intended = (
  question: Question,
  by: { readonly workspaceId: string; readonly requesterId: string; readonly salt: string },
): Intended => ({
  ...by,
  type: question.type,
  title: question.title,
  details: question.details || null,
  approverId: question.approverId ?? null,
  seconds: secondsOf(question),
})
