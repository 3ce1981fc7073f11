import { Rejected } from '#contract/errors.ts'
import { LATEST_START_DAYS } from '#contract/workspaces/subscription/offers.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** The rules about requested offers; part of `workspace.decider.ts`. */

type Offer = Omit<Extract<WorkspaceEvent, { type: 'OfferRequested' }>['data'], 'workspaceId'>
export type RequestOffer = {
  readonly type: 'RequestOffer'
  readonly offer: Offer
  readonly now: Date
}

/** By a super admin. */
export type AnswerOffer = {
  readonly type: 'AnswerOffer'
  readonly offerId: string
  readonly answeredBy: string
  readonly note?: string
}
export type OfferCommand = RequestOffer | AnswerOffer

/** Throws `input.invalid` for a start in the past or too far ahead, by the day in the workspace's time zone. */
const requestOffer = ({ offer, now }: RequestOffer, state: KnownWorkspace): WorkspaceEvent[] => {
  const today = dateIn(state.timezone, now)
  const isPast = offer.startDate < today
  if (isPast || offer.startDate > addDays(today, LATEST_START_DAYS)) {
    const problem = isPast ? 'is in the past' : 'is more than a year ahead'
    throw new Rejected('input.invalid', [{ field: 'startDate', problem }])
  }
  return [{ type: 'OfferRequested', data: { workspaceId: state.id, ...offer } }]
}

/** Throws `command.conflict` for any but the latest, and for one that is answered. */
const answerOffer = (
  { offerId, answeredBy, note }: AnswerOffer,
  { id: workspaceId, offer }: KnownWorkspace,
): WorkspaceEvent[] => {
  if (offer?.offerId !== offerId || offer.isAnswered) throw new Rejected('command.conflict')
  return [
    {
      type: 'OfferAnswered',
      data: { workspaceId, offerId, answeredBy, ...(note !== undefined && { note }) },
    },
  ]
}

export const offerRules = { RequestOffer: requestOffer, AnswerOffer: answerOffer } as const
