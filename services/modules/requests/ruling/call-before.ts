import type { Rule } from '#contract/requests/kinds.ts'
import { BEFORE_HOURS } from '#contract/requests/rules/rule-text.ts'
import { Rejected } from '#contract/errors.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { confirmedChecksWith } from '#projections/requests/pair-queries.ts'
import { requestStream, type RequestEvent } from '#modules/requests/request.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'

type Services = Pick<Platform, 'codec' | 'db' | 'eventStore'>
type Needed = {
  readonly rule: Pick<Rule, 'before' | 'beforeHours'>
  readonly requesterUserId: string
  /** User ids. */
  readonly deciders: readonly string[]
  readonly now: Date
}

/** Whether the events say that the check was confirmed then, and by a call-back if need be: a row of a read model alone decides nothing. */
const isConfirmed = async (
  { codec, eventStore }: Services,
  id: string,
  { rule: { before }, requesterUserId, deciders }: Needed,
  since: Date,
): Promise<boolean> => {
  const facts = codec.decodeBlind(
    await wholeStream(eventStore, requestStream(id)),
  ) as unknown as readonly Fact<RequestEvent>[]
  const data = <T extends RequestEvent['type']>(type: T) =>
    facts.find((fact) => fact.type === type)?.data as DataOf<T> | undefined
  const created = data('RequestCreated')
  const approved = facts.find(({ type }) => type === 'RequestApproved') as
    | Fact<Extract<RequestEvent, { type: 'RequestApproved' }>>
    | undefined
  if (created?.type !== 'verification' || !approved || new Date(approved.metadata.at) < since) return false
  const two = [created.requesterUserId, approved.data.userId]
  const isBetween = two.includes(requesterUserId) && two.some((userId) => deciders.includes(userId))
  return isBetween && (before === 'call-check' || data('CallDescribed')?.calledBack === true)
}

/**
 * Whether a call check between the requester and one of those who decide was confirmed in the hours that the rule names. True for a
 * rule that names none.
 */
export const hasBefore = async (services: Services, needed: Needed): Promise<boolean> => {
  const { rule, requesterUserId, deciders, now } = needed
  const { before, beforeHours = BEFORE_HOURS } = rule
  if (before === null) return true
  const since = new Date(now.getTime() - beforeHours * 3_600_000)
  const found = await confirmedChecksWith(services.db, { userId: requesterUserId, others: deciders, since })
  for (const id of found) if (await isConfirmed(services, id, needed, since)) return true
  return false
}

/** Throws `rule.before-missing` unless `hasBefore`. */
export const requireBefore = async (services: Services, needed: Needed): Promise<void> => {
  if (await hasBefore(services, needed)) return
  const { before, beforeHours = BEFORE_HOURS } = needed.rule
  throw new Rejected('rule.before-missing', [{ before, hours: beforeHours }])
}
