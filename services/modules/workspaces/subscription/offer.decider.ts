import { Rejected } from '#contract/errors.ts'
import { LATEST_START_DAYS } from '#contract/workspaces/offers.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { KnownWorkspace } from '#modules/workspaces/workspace.state.ts'

/** Offers of a subscription: rules of `workspace.decider.ts`, on whose stream they stand. */

type Offer = Omit<Extract<WorkspaceEvent, { type: 'OfferRequested' }>['data'], 'workspaceId'>
export type RequestOffer = {
  readonly type: 'RequestOffer'
  readonly offer: Offer
  readonly now: Date
}

/** Days count where the workspace is. Throws `input.invalid` for a start that is over, or too far away. */
export const requestOffer = ({ offer, now }: RequestOffer, state: KnownWorkspace): WorkspaceEvent[] => {
  const today = dateIn(state.timezone, now)
  const isOver = offer.startDate < today
  if (isOver || offer.startDate > addDays(today, LATEST_START_DAYS)) {
    const problem = isOver ? 'lies in the past' : 'is more than a year ahead'
    throw new Rejected('input.invalid', [{ field: 'startDate', problem }])
  }
  return [{ type: 'OfferRequested', data: { workspaceId: state.id, ...offer } }]
}
