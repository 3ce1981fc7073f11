import { Rejected } from '#contract/errors.ts'
import type { Evidence } from '#platform/facts/facts.ts'
import { attached, type AttachedFile } from '#modules/requests/files/attached.decider.ts'
import { filledIn } from '#modules/requests/kinds/filled.decider.ts'
import { parkedFirst } from '#modules/requests/rules/parking.decider.ts'
import { replacedBy } from '#modules/requests/replacing/replaced.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import {
  assuranceOf,
  type CallDescription,
  type DataOf,
  type FilledKind,
  type Person,
  type RequestState,
} from '#modules/requests/request.state.ts'

/** How a request begins; part of `request.decider.ts`. */

export type CreateRequest = {
  readonly type: 'CreateRequest'
  readonly requestId: string
  readonly workspaceId: string
  readonly requestType: DataOf<'RequestCreated'>['type']
  readonly title: string
  readonly details: string | null
  /** 32 random bytes, base64url. */
  readonly salt: string
  readonly requester: Person & { readonly email: string | null }
  /** null: any approver */
  readonly approver: { readonly participantId: string; readonly email: string | null } | null
  /** The approvers who may answer at `workspaceRevision`. */
  readonly eligible: readonly Person[]
  readonly expiresAt: Date
  readonly workspaceRevision: number
  /** The requester's signature; null if they did not sign. */
  readonly evidence: Evidence | null
  /** What the requester says about the call. */
  readonly described: CallDescription | null
  readonly files: readonly AttachedFile[]
  readonly filled: FilledKind | null
  /** Id of the ended request of the same person that this one takes the place of. */
  readonly replaces: string | null
  /** The rule that holds for it, with what is shown of it; null if the requester said who decides. */
  readonly rule: Omit<DataOf<'RuleApplied'>, 'requestId' | 'workspaceId'> | null
  /** How many people lack to decide it, and in which groups; null if enough can. */
  readonly parked: { readonly missing: number; readonly groups: readonly string[] } | null
}

const requireAsked = ({ eligible, evidence, parked, requestType }: CreateRequest): void => {
  if (eligible.length === 0 && parked === null) throw new Rejected('approver.unavailable')
  if (requestType === 'verification' && evidence === null) throw new Rejected('proof.missing')
}

/** A request with all that it says beside its creation; nothing if there is one. */
export const create = (command: CreateRequest, state: RequestState): RequestEvent[] => {
  if (state.kind !== 'none') return []
  const { requester, approver, eligible, requestId, workspaceId, details, evidence } = command
  requireAsked(command)
  const data: DataOf<'RequestCreated'> = {
    requestId,
    workspaceId,
    type: command.requestType,
    title: command.title,
    ...(details !== null && { details }),
    salt: command.salt,
    requesterId: requester.participantId,
    requesterUserId: requester.userId,
    requesterEmail: requester.email,
    approverId: approver?.participantId ?? null,
    ...(approver && { approverUserId: eligible[0]!.userId, approverEmail: approver.email }),
    expiresAt: command.expiresAt.toISOString(),
    workspaceRevision: command.workspaceRevision,
    ...(evidence && { assurance: assuranceOf(evidence), evidence }),
  }
  const created: RequestEvent = { type: 'RequestCreated', data }
  const { described, files, filled, replaces, rule } = command
  const ids = { requestId, workspaceId }
  if (described !== null) return [created, { type: 'CallDescribed', data: { ...ids, ...described } }]
  const applied: RequestEvent[] = rule === null ? [] : [{ type: 'RuleApplied', data: { ...ids, ...rule } }]
  return [
    created,
    ...replacedBy(ids, replaces),
    ...filledIn(filled, ids),
    ...applied,
    ...parkedFirst({ ...ids, workspaceRevision: command.workspaceRevision }, command.parked),
    ...attached(files, { ...ids, requesterUserId: requester.userId }),
  ]
}
