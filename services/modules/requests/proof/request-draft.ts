import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import type { CallDescription } from '#modules/requests/request.state.ts'
import type { RequestDraft } from './proof.ts'

type RequestBody = Body<typeof prepareRequest> | Body<typeof createRequest>

const VERIFICATION_SECONDS = 5 * 60
const APPROVAL_SECONDS = 7 * 86_400

/** Throws `input.invalid` for combinations of fields that the contract's schema cannot rule out. */
export const requireValidBody = ({
  type,
  approverId,
  anyApprover,
  expiresIn,
  files = [],
  asks,
  call,
  calledBack,
}: RequestBody): void => {
  if ((approverId === undefined) === (anyApprover === undefined)) {
    const problem = 'exactly one of approverId and anyApprover is needed'
    throw new Rejected('input.invalid', [
      { field: 'approverId', problem },
      { field: 'anyApprover', problem },
    ])
  }
  if (type === 'verification' && expiresIn !== undefined)
    throw new Rejected('input.invalid', [{ field: 'expiresIn', problem: 'is for an approval alone' }])
  if (type === 'verification' && files.length > 0)
    throw new Rejected('input.invalid', [{ field: 'files', problem: 'is for an approval alone' }])
  const described = Object.entries({ asks, call, calledBack }).flatMap(([field, value]) =>
    value === undefined ? [] : field,
  )
  if (described.length === 0) return
  if (type !== 'verification')
    throw new Rejected(
      'input.invalid',
      described.map((field) => ({ field, problem: 'is for a verification alone' })),
    )
  const missing = asks === undefined ? 'asks' : call === undefined ? 'call' : null
  if (missing !== null) throw new Rejected('input.invalid', [{ field: missing, problem: 'is missing' }])
}

const describedIn = ({ asks, call, calledBack }: RequestBody): CallDescription | null =>
  asks === undefined || call === undefined ? null : { asks: asks.kind, call, calledBack: calledBack === true }

type Lifetime = Pick<RequestBody, 'type' | 'expiresIn'>
const lifetimeSeconds = ({ type, expiresIn }: Lifetime): number =>
  type === 'verification' ? VERIFICATION_SECONDS : (expiresIn ?? APPROVAL_SECONDS)

/** When a request with this body expires. */
export const expiryOf = (createdAt: string | Date, body: Lifetime): Date =>
  new Date(new Date(createdAt).getTime() + lifetimeSeconds(body) * 1_000)

export const draftOf = (
  body: RequestBody,
  by: Pick<RequestDraft, 'workspaceId' | 'requesterId' | 'salt' | 'files'>,
): RequestDraft => ({
  ...by,
  type: body.type,
  title: body.title,
  details: body.details || null,
  approverId: body.approverId ?? null,
  described: describedIn(body),
  lifetimeSeconds: lifetimeSeconds(body),
})
