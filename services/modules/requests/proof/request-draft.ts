import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import type { CallDescription } from '#modules/requests/request.state.ts'
import type { RequestDraft } from './proof.ts'

type RequestBody = Body<typeof prepareRequest> | Body<typeof createRequest>

const VERIFICATION_SECONDS = 5 * 60
const APPROVAL_SECONDS = 7 * 86_400

const wrong = (field: string, problem: string) => new Rejected('input.invalid', [{ field, problem }])

/** Throws for what only the other type of request has. */
const requireOfType = ({
  type,
  expiresIn,
  files = [],
  kindId,
  asks,
  call,
  calledBack,
  replaces,
}: Partial<Body<typeof createRequest>>): void => {
  const [others, own] =
    type === 'approval'
      ? ([{ asks, call, calledBack }, 'verification'] as const)
      : ([{ expiresIn, files: files[0], kindId, replaces }, 'approval'] as const)
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  if (given.length > 0)
    throw new Rejected(
      'input.invalid',
      given.map(([field]) => ({ field, problem: `is for ${own === 'approval' ? 'an' : 'a'} ${own} alone` })),
    )
}

/** Of an approval, a rule may say who decides. */
const requireOneAsked = ({ type, approverId, anyApprover }: RequestBody): void => {
  const isNamed = approverId !== undefined
  if (isNamed !== (anyApprover !== undefined)) return
  if (!isNamed && type === 'approval') return
  const problem = 'exactly one of approverId and anyApprover is needed'
  throw new Rejected('input.invalid', [
    { field: 'approverId', problem },
    { field: 'anyApprover', problem },
  ])
}

/** Throws `input.invalid` for combinations of fields that the contract's schema cannot rule out. */
export const requireValidBody = (body: RequestBody): void => {
  const { kindId, fields, asks, call, calledBack } = body
  requireOneAsked(body)
  requireOfType(body)
  if (kindId === undefined && fields !== undefined)
    throw wrong('fields', 'are those of a kind, which is missing')
  if (asks === undefined && (call !== undefined || calledBack !== undefined))
    throw wrong('asks', 'is missing')
  if (call === undefined && asks !== undefined) throw wrong('call', 'is missing')
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
  by: Pick<RequestDraft, 'workspaceId' | 'requesterId' | 'salt' | 'files' | 'filled' | 'rule'>,
): RequestDraft => ({
  ...by,
  type: body.type,
  title: body.title,
  details: body.details || null,
  approverId: body.approverId ?? null,
  described: describedIn(body),
  lifetimeSeconds: lifetimeSeconds(body),
})
