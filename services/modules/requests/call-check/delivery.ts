import type { Request } from '#contract/requests/requests.ts'
import type { SealedRows } from '#platform/secrets/row-macs.ts'
import { ownDescription } from '#projections/requests/side-queries.ts'
import { answerableBy } from '#projections/requests/inbox-queries.ts'
import { countingNumberOf, type NumberRow } from '#projections/workspaces/number-queries.ts'
import { createCallChecks } from './call-check.store.ts'

/**
 * Marks the pending verifications among `requestIds` that one of `userIds` may answer as delivered, to an open app or a push
 * service. The requester sees it at once.
 */
export const markDelivered = async (
  rows: SealedRows,
  requestIds: readonly string[],
  userIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (requestIds.length === 0 || userIds.length === 0) return
  const checks = createCallChecks(rows)
  const waiting = await checks.undelivered(requestIds)
  if (waiting.length === 0) return
  const reached = await answerableBy(rows.db, waiting, userIds, now)
  if (reached.length > 0) await checks.delivered(reached, now)
}

const isWaitingCheck = ({ type, status }: Request): boolean => type === 'verification' && status === 'pending'

/** Adds the number, the delivery state and the own description of a pending verification, for the requester only. */
export const withCallCheck = async (
  rows: SealedRows,
  request: Request,
  userId: string,
  describe = () => ownDescription(rows.db, request.id, userId),
): Promise<Request> => {
  if (!isWaitingCheck(request)) return request
  const check = await createCallChecks(rows).shownTo(request.id, userId)
  if (!check || !request.asks) return { ...request, ...check }
  return { ...request, ...check, ...(await describe()) }
}

/** Adds the number on which the reader calls the other side of a verification back, if there is one that counts. */
export const withCallBack = (request: Request, numbers: NumberRow | null, now: Date): Request => {
  const number = request.type === 'verification' && numbers ? countingNumberOf(numbers, now) : null
  return number === null ? request : { ...request, callBackNumber: number }
}
