import { Rejected } from '#contract/errors.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { CallOn } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { approvalsMutedUntil } from '#modules/workspaces/participants/approval-mute.state.ts'
import { numberThatCounts } from '#modules/workspaces/participants/call-back.state.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import {
  isActive,
  joined,
  memberOfUser,
  workspaceFold,
  type Joined,
  type WorkspaceState,
} from '#modules/workspaces/workspace.state.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { absentOf, standInsFor } from './deputies/stand-ins.ts'
import { askedAt, type AppliedRule, type ExistingRequest } from './request.state.ts'
import { isAskedByRule, stillAsked } from './rules/people.ts'

type AddressedTo = {
  readonly requesterUserId: string
  readonly approverId: string | null
  readonly rule?: AppliedRule | null
  /** Whether those count too whom the rule asks later. */
  readonly escalated?: boolean
}

/** The approvers who may answer: the addressed one, those whom the rule names, or every active approver; never the requester. */
export const eligibleApprovers = (
  workspace: WorkspaceState,
  { rule = null, escalated = false, ...request }: AddressedTo,
): readonly Joined[] =>
  joined(workspace).filter(
    ({ active, approver, userId, participantId }) =>
      active &&
      approver &&
      userId !== request.requesterUserId &&
      (request.approverId === null || request.approverId === participantId) &&
      isAskedByRule({ rule, escalated }, workspace, { participantId }),
  )

/** Those of them whose word still counts: of a request with a rule, without those who have decided or whose group has. */
export const awaitedApprovers = (
  workspace: WorkspaceState,
  state: ExistingRequest,
  at: Date,
): readonly Joined[] => {
  const eligible = eligibleApprovers(workspace, askedAt(state, at))
  const asked = stillAsked(workspace, state, at)
  if (asked === undefined) return eligible
  const userIds = new Set(asked.map(({ userId }) => userId))
  return eligible.filter(({ userId }) => userIds.has(userId))
}

/** Until when a member takes no approvals from this requester; null if they take them. */
const mutedUntilBy = (
  { mutes }: Joined,
  { requesterId, requestType }: Pick<ExistingRequest, 'requesterId' | 'requestType'>,
  now: Date,
): string | null => (requestType === 'approval' ? approvalsMutedUntil(mutes, requesterId, now) : null)

/** Until when none of those who could answer takes approvals from the requester; null if somebody takes them. */
export const mutedByAllUntil = (
  eligible: readonly Joined[],
  request: Pick<ExistingRequest, 'requesterId' | 'requestType'>,
  now: Date,
): string | null => {
  const ends = eligible.flatMap((approver) => mutedUntilBy(approver, request, now) ?? [])
  return ends.length < eligible.length ? null : (ends.toSorted()[0] ?? null)
}

/** Throws `approver.muted` if none of those who could answer takes approvals from the requester. */
export const requireTaken = (...asked: Parameters<typeof mutedByAllUntil>): void => {
  const until = mutedByAllUntil(...asked)
  if (until !== null) throw new Rejected('approver.muted', [{ until }])
}

/** Throws `call.no-number` unless the request is to one approver whose number on file counts. */
export const requireNumberOnFile = (
  eligible: readonly Joined[],
  { approverId, now }: { readonly approverId: string | null; readonly now: Date },
): void => {
  const [approver] = approverId === null ? [] : eligible
  if (!approver || !numberThatCounts(approver.callBack, now)) throw new Rejected('call.no-number')
}

/** Why somebody is not told of an approval. */
export const TAKES_NO_APPROVALS = 'the person takes no approvals from the requester at present'

/** Whether the person takes no approvals from the requester now. */
export const isMutedBy = (
  workspace: WorkspaceState,
  userId: string,
  request: Parameters<typeof mutedUntilBy>[1],
  now: Date,
): boolean => {
  const member = memberOfUser(workspace, userId)
  return member !== undefined && mutedUntilBy(member, request, now) !== null
}

/** The workspace's revision at which people were asked at the creation; null if nobody was. */
const firstAsked = ({ wasParkedFirst, workspaceRevision }: ExistingRequest): number | null =>
  wasParkedFirst ? null : workspaceRevision

/**
 * User ids of the requester, and of the approvers who could answer when they were asked last, with the deputies of those who were away
 * `at` a time. Derived from the workspace at that revision, so the size of an event does not grow with the workspace.
 */
export const partiesOf = async (
  commands: Pick<Commands, 'load' | 'loadAt'>,
  requestId: string,
  at?: Date,
  /** The type of the event. At the creation, nobody is asked who is asked later. */
  on?: string,
): Promise<{ readonly requester: string; readonly approvers: readonly string[] }> => {
  const { state } = await commands.load(requestDecider, requestStream(requestId))
  if (state.kind === 'none') throw new Error('the request has no events')
  const { requesterUserId: requester, approverUserId, workspaceId } = state
  const revision = on === 'RequestCreated' ? firstAsked(state) : state.askedRevision
  if (revision === null) return { requester, approvers: [] }
  if (approverUserId !== null && !at) return { requester, approvers: [approverUserId] }
  const workspace = await commands.loadAt(workspaceFold, workspaceStream(workspaceId), revision)
  const then = on === 'RequestCreated' ? { ...state, escalated: false } : state
  const asked =
    approverUserId === null
      ? eligibleApprovers(workspace, then).map(({ userId }) => userId)
      : [approverUserId]
  const deputies = at ? standInsFor(workspace, then, at).map(({ deputy }) => deputy.userId) : []
  return { requester, approvers: [...new Set([...asked, ...deputies])] }
}

type Asks = {
  readonly type: string
  readonly revision: number
  readonly data: { readonly requestId: string; readonly workspaceRevision?: number }
  readonly metadata: { readonly at: string }
}

/** User ids of those whom an event asks to decide: at first, again, or because further people are asked now. */
export const askedBy = async (
  commands: Pick<Commands, 'load' | 'loadAt'>,
  { type, revision, data: { requestId, workspaceRevision }, metadata }: Asks,
): Promise<readonly string[]> => {
  const at = new Date(metadata.at)
  if (type === 'RequestCreated') return (await partiesOf(commands, requestId, at, type)).approvers
  const state = await commands.loadAt(requestDecider, requestStream(requestId), revision)
  if (state.kind === 'none') throw new Error('the request has no events')
  if (state.isParked) return []
  if (type !== 'RequestEscalated') return (await partiesOf(commands, requestId, at, type)).approvers
  const workspace = await commands.loadAt(
    workspaceFold,
    workspaceStream(state.workspaceId),
    workspaceRevision!,
  )
  const asked = (escalated: boolean) => [
    ...eligibleApprovers(workspace, { ...state, escalated }).map(({ userId }) => userId),
    ...standInsFor(workspace, { ...state, escalated }, at).map(({ deputy }) => deputy.userId),
  ]
  const before = new Set(asked(false))
  return [...new Set(asked(true))].filter((userId) => !before.has(userId))
}

/** Whether the requester is active and still has the right to make requests. */
export const isRequesterAvailable = (
  workspace: WorkspaceState,
  { requesterId }: { readonly requesterId: string },
): boolean =>
  joined(workspace).some(
    ({ participantId, active, requester }) => participantId === requesterId && active && requester,
  )

/** Whether the addressed approver may still answer. True for requests to any approver. */
export const isApproverAvailable = (
  workspace: WorkspaceState,
  { approverId }: { readonly approverId: string | null },
): boolean =>
  approverId === null ||
  joined(workspace).some(
    ({ participantId, active, approver }) => participantId === approverId && active && approver,
  )

/** The calling participant, and the workspace at the revision that granted access. */
export type Admission = {
  readonly workspace: WorkspaceState
  readonly revision: number
  readonly member: Joined
}

type AdmitOptions = {
  /** A repeated command already took effect, so it needs no active subscription. */
  readonly again?: boolean
  /** Counts as an approver only if this returns true. */
  readonly mayDecide?: (member: Joined, workspace: WorkspaceState) => boolean
}

/** Loads the caller's workspace. Each `admit` after the first one loads it again, because a conflict may have taken long. */
export const workspaceAccess = async (
  { commands }: Pick<Platform, 'commands'>,
  workspaceId: string,
  call: Omit<CallOn, 'params'>,
) => {
  const { userId } = call.caller
  const load = () => commands.load(workspaceFold, workspaceStream(workspaceId))
  const first = await call.load(workspaceFold, workspaceStream(workspaceId))
  let unused: typeof first | undefined = first
  return {
    context: call.contextOf({ kind: 'user', userId, role: memberOfUser(first.state, userId)?.role ?? null }),
    /** Checks the endpoint's declared access. Throws the errors of `call.guard`. */
    async admit({ again = false, mayDecide = () => true }: AdmitOptions = {}): Promise<Admission> {
      const { state: workspace, revision } = unused ?? (await load())
      unused = undefined
      const member = memberOfUser(workspace, userId)
      const approver = member !== undefined && member.approver && mayDecide(member, workspace)
      call.guard(member && { ...member, approver }, again || isActive(workspace, call.now))
      if (!member) throw new Rejected('workspace.not-found')
      return { workspace, revision, member }
    },
  }
}

/** Whether the word of this person still counts, their own or that for a colleague who is away. */
export const isAwaited = (
  workspace: WorkspaceState,
  userId: string,
  state: ExistingRequest,
  at: Date,
): boolean =>
  state.kind !== 'pending' ||
  awaitedApprovers(workspace, state, at).some((approver) => approver.userId === userId) ||
  absentOf(workspace, state, { userId, at }) !== undefined
