import { Rejected } from '#contract/errors.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  isOpen,
  refuseClosed,
  type ExistingRequest,
  type RequestState,
} from '#modules/requests/request.state.ts'

/** How a request takes the place of an earlier one. No signature of the earlier one counts for it. */

type By = { readonly workspaceId: string; readonly userId: string; readonly at: Date }

const isOwnApproval = (state: RequestState, { workspaceId, userId }: By): state is ExistingRequest =>
  state.kind !== 'none' &&
  state.requestType === 'approval' &&
  state.workspaceId === workspaceId &&
  state.requesterUserId === userId

/**
 * Whether the earlier request must be withdrawn before another one takes its place. Throws `request.not-found` unless it is an approval
 * that this person asked for in this workspace, and `request.closed` if it was approved: what is approved is done.
 */
export const mustBeWithdrawn = (earlier: RequestState, by: By): boolean => {
  if (!isOwnApproval(earlier, by)) throw new Rejected('request.not-found')
  if (earlier.kind === 'approved') refuseClosed(earlier, by.at)
  return isOpen(earlier, by.at)
}

/** What a request says beside its creation that takes the place of another. */
export const replacedBy = (
  ids: { readonly requestId: string; readonly workspaceId: string },
  replaces: string | null,
): RequestEvent[] => (replaces === null ? [] : [{ type: 'EarlierReplaced', data: { ...ids, replaces } }])
