import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import type { Kind } from '#contract/requests/kinds.ts'
import type { createRequest, prepareRequest } from '#contract/requests/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { eligibleApprovers } from '#modules/requests/participants.ts'
import type { FilledKind } from '#modules/requests/request.state.ts'
import { joined, type Joined, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { findRuling, parkedBy, type Ruling } from './apply-rule.ts'
import { requireBefore } from './call-before.ts'

type RequestBody = Body<typeof prepareRequest> | Body<typeof createRequest>
type Asked = {
  readonly workspaceId: string
  readonly workspace: WorkspaceState
  readonly requester: Joined
  readonly kind: Kind | undefined
  readonly filled: FilledKind | null
  readonly now: Date
}
export type Deciders = {
  readonly ruling: Ruling | null
  /** Who may decide now. */
  readonly eligible: readonly Joined[]
  /** What lacks if it waits for enough people, and nobody is asked; null if they are there. */
  readonly parked: Ruling['lacks'] | null
  /** How long it lives, in place of what the body says. */
  readonly lifetime: Pick<RequestBody, 'expiresIn'>
}

const invalid = (field: string, problem: string) => new Rejected('input.invalid', [{ field, problem }])

const byRequester = ({ approverId, anyApprover }: RequestBody, asked: Asked): Deciders => {
  if (approverId === undefined && anyApprover === undefined)
    throw invalid('approverId', 'is needed, because no rule says who decides')
  const requesterUserId = asked.requester.userId
  const eligible = eligibleApprovers(asked.workspace, { requesterUserId, approverId: approverId ?? null })
  if (eligible.length === 0) throw new Rejected('approver.unavailable')
  return { ruling: null, eligible, parked: null, lifetime: {} }
}

/**
 * Finds who decides: by the rule that holds, or as the requester says. Throws `approver.unavailable`, `rule.unfulfillable`, `rule.before-missing`, and
 * `input.invalid` for what a rule says otherwise.
 */
export const findDeciders = async (
  platform: Pick<Platform, 'codec' | 'db' | 'eventStore'>,
  body: RequestBody,
  asked: Asked,
): Promise<Deciders> => {
  const { requester, now } = asked
  const ruling = body.type === 'approval' ? await findRuling(platform, asked) : null
  if (ruling === null) return byRequester(body, asked)
  if (body.approverId !== undefined) throw invalid('approverId', 'is decided by a rule of the workspace')
  const most = ruling.rule.hours * 3_600
  if (body.expiresIn !== undefined && body.expiresIn > most)
    throw invalid('expiresIn', `is above the ${ruling.rule.hours} hours of the rule`)
  const parked = parkedBy(ruling)
  const lifetime = { expiresIn: body.expiresIn ?? most }
  if (parked) return { ruling, eligible: [], parked, lifetime }
  const deciders = ruling.eligible.map(({ userId }) => userId)
  const eligible = joined(asked.workspace).filter(({ userId }) => deciders.includes(userId))
  await requireBefore(platform, { rule: ruling.rule, requesterUserId: requester.userId, deciders, now })
  return { ruling, eligible, parked, lifetime }
}
