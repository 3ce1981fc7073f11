import type { Knex } from 'knex'
import type { Request } from '#contract/requests/requests.ts'
import { answerableBy } from '#projections/requests/queries.ts'
import { createCallChecks } from './call-check.store.ts'

/**
 * Of these requests, the verifications that any of these people may answer have reached them, in an open app or by a push
 * service: whoever asked sees it at once. Costs little where there is nothing new.
 */
export const markDelivered = async (
  db: Knex,
  requestIds: readonly string[],
  userIds: readonly string[],
  now: Date,
): Promise<void> => {
  if (requestIds.length === 0 || userIds.length === 0) return
  const checks = createCallChecks(db)
  const waiting = await checks.undelivered(requestIds)
  if (waiting.length === 0) return
  const reached = await answerableBy(db, waiting, userIds)
  if (reached.length > 0) await checks.delivered(reached, now)
}

/** Somebody reads it, who may be the one to answer. */
export const markOpened = async (db: Knex, request: Request, userId: string, now: Date): Promise<void> => {
  if (!isWaitingCheck(request)) return
  const [id] = await answerableBy(db, [request.id], [userId])
  if (id !== undefined) await createCallChecks(db).opened(id, now)
}

const isWaitingCheck = ({ type, status }: Request): boolean => type === 'verification' && status === 'pending'

/** The request as this person may see it: to whoever asked, with the number of a verification, and whether it was seen. */
export const withCallCheck = async (db: Knex, request: Request, userId: string): Promise<Request> =>
  isWaitingCheck(request)
    ? { ...request, ...(await createCallChecks(db).shownTo(request.id, userId)) }
    : request
