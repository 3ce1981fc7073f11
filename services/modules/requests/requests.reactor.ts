import { Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import {
  commandReactor,
  reactionTo,
  type CommandReactor,
  type ReactorStreams,
} from '#platform/effects/reactors.ts'
import { ifAvailable } from '#projections/engine/runner/dead-letters.ts'
import { parkedIn, pendingByRule, pendingIn, pendingWith } from '#projections/requests/pending-queries.ts'
import { REFUSAL_REASONS } from '#projections/requests/refusal-queries.ts'
import { sidesOf } from '#projections/requests/side-queries.ts'
import { allEvents } from '#modules/all.events.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { drillReactions } from '#modules/requests/drills/drills.reactor.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { callAroundOf } from '#modules/requests/limits/call-around.ts'
import { callAroundDecider } from '#modules/requests/limits/call-around.decider.ts'
import { callAroundStream } from '#modules/requests/limits/call-around.events.ts'
import { muteBegun } from '#modules/requests/limits/mute.ts'
import { muteDecider } from '#modules/requests/limits/mute.decider.ts'
import { muteStream } from '#modules/requests/limits/mute.events.ts'
import { createPairs } from '#modules/requests/pairs/pairs.ts'
import { eligibleApprovers, isApproverAvailable, isRequesterAvailable } from './participants.ts'
import { requestDecider, type Side } from './request.decider.ts'
import { requestStream } from './request.events.ts'
import { peopleOf } from './rules/people.ts'
import type { DataOf } from './request.state.ts'

const name = 'requests'
const READ_MODEL_MS = 10_000

/** A participant who is no longer available in these roles. */
type Unavailable = {
  readonly workspaceId: string
  readonly participantId: string
  readonly as: readonly Side[]
}
const SIDES = ['requester', 'approver'] as const

/**
 * Closes pending requests whose requester or addressed approver becomes unavailable, judges rules anew, records mutes, locks and checks from many
 * sides, and deletes the call checks of closed requests. A request that was created concurrently with a departure may be missing
 * from the read model: `RequestCreated` therefore checks both participants again.
 */
export const requestReactor = ({
  commands,
  clock,
  config,
  db,
  positions,
  rowMacs,
}: Pick<Platform, 'commands' | 'clock' | 'config' | 'db' | 'positions' | 'rowMacs'>): CommandReactor => {
  const close = async (fact: Fact, requestId: string, { workspaceId, participantId, as }: Unavailable) => {
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId),
      workspaceId,
      context: reactionTo(fact, name, clock.now()),
      command: { type: 'CloseAsUnavailable', participantId, as },
    })
  }
  const requireReached = async ({ position }: Fact) => {
    if (!(await positions.reached(position, ['requests'], READ_MODEL_MS)))
      throw new Rejected('read-model.behind')
  }
  const closeAll = async (fact: Fact, unavailable: Unavailable) => {
    if (unavailable.as.length === 0) return
    await requireReached(fact)
    for (const requestId of await pendingWith(db, unavailable.workspaceId, unavailable.participantId))
      await close(fact, requestId, unavailable)
  }
  const judge = async (
    fact: Fact,
    requestId: string,
    workspaceId: string,
    { load }: ReactorStreams = commands,
  ) => {
    const { state: workspace, revision } = await load(workspaceFold, workspaceStream(workspaceId))
    const at = clock.now()
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId),
      workspaceId,
      context: reactionTo(fact, name, at),
      command: (state) => ({
        type: 'JudgeRule' as const,
        people: peopleOf(workspace, state),
        workspaceRevision: revision,
        at,
      }),
    })
  }
  type OfWorkspace = Fact<{ type: string; data: { workspaceId: string } }>
  /** Others, or fewer, may decide by a rule. */
  const judgeAll = async (fact: OfWorkspace, found = pendingByRule) => {
    await requireReached(fact)
    const { workspaceId } = fact.data
    for (const requestId of await found(db, workspaceId)) await judge(fact, requestId, workspaceId)
  }
  /** More people may decide by a rule. */
  const judgeParked = (fact: OfWorkspace) => judgeAll(fact, parkedIn)
  /** Records a mute, which alerts the admins. Skipped while the read model is not available. */
  const mute = async (fact: Fact, requestId: string, { load }: ReactorStreams = commands): Promise<void> => {
    const { state } = await load(requestDecider, requestStream(requestId))
    if (state.kind === 'none') return
    await requireReached(fact)
    const { workspaceId, requesterId: participantId, requesterUserId: userId, expiresAt } = state
    const isExpired = state.kind === 'closed' && state.reason === 'expired'
    const at = isExpired ? expiresAt : new Date(fact.metadata.at)
    const until = await ifAvailable(muteBegun({ db, config }, { workspaceId, userId }, at))
    if (!until) return
    const { revision } = await load(workspaceFold, workspaceStream(workspaceId))
    const ids = { requestId, workspaceId, participantId, userId }
    await commands.execute({
      decider: muteDecider,
      stream: muteStream(participantId),
      workspaceId,
      context: reactionTo(fact, name, clock.now()),
      command: { type: 'Mute', ...ids, until: until.toISOString(), workspaceRevision: revision, at },
    })
  }
  /** Records that many colleagues check one person at once, which alerts the admins. Skipped like a mute. */
  const noticeManySides = async (
    fact: Fact,
    { requestId, workspaceId, approverId, approverUserId }: DataOf<'RequestCreated'>,
    workspaceRevision: number,
    { load }: ReactorStreams = commands,
  ): Promise<void> => {
    const { state } = await load(requestDecider, requestStream(requestId))
    // Not read from the read model, which may not know it yet.
    if (state.kind === 'none' || state.described?.call === 'side-by-side' || !approverUserId) return
    await requireReached(fact)
    const sides = await ifAvailable(sidesOf(db, { requestId, workspaceId }, { isLater: false }))
    if (!sides) return
    await commands.execute({
      decider: callAroundDecider,
      stream: callAroundStream(callAroundOf(workspaceId, approverUserId)),
      workspaceId,
      context: reactionTo(fact, name, clock.now()),
      command: {
        type: 'Notice',
        requestId,
        workspaceId,
        participantId: approverId!,
        userId: approverUserId,
        askedBy: sides.map(({ userId }) => userId),
        workspaceRevision,
        at: new Date(fact.metadata.at),
      },
    })
  }
  const pairs = createPairs({ commands, db })
  const checks = createCallChecks({ db, rowMacs })
  const drills = drillReactions({ commands, clock, db }, name)
  const forgetCheck = ({ data }: Fact<{ type: string; data: { requestId: string } }>) =>
    checks.forget(data.requestId)
  return commandReactor(allEvents, name, {
    RequestApproved: forgetCheck,
    RequestWithdrawn: forgetCheck,
    async RequestDeclined(fact, streams) {
      await forgetCheck(fact)
      await mute(fact, fact.data.requestId, streams)
    },
    async RequestClosed(fact, streams) {
      await forgetCheck(fact)
      if (REFUSAL_REASONS.includes(fact.data.reason)) await mute(fact, fact.data.requestId, streams)
    },
    /** Locks the two also if the process that refused the number has crashed since. */
    async NumberRefused({ data, metadata }) {
      if (!data.locks) return
      const { requestId, participantId, userId, workspaceRevision } = data
      const { state: request } = await commands.load(requestDecider, requestStream(requestId))
      if (request.kind === 'none') return
      const approver = { participantId, userId }
      await pairs.lock({ request, approver, workspaceRevision, at: new Date(metadata.at) })
    },
    ParticipantJoined: judgeParked,
    async ParticipantLeft(fact) {
      await closeAll(fact, { ...fact.data, as: SIDES })
      await judgeAll(fact)
    },
    async ParticipantRemoved(fact) {
      await closeAll(fact, { ...fact.data, as: SIDES })
      await judgeAll(fact)
    },
    GroupWritten: (fact) => judgeAll(fact),
    GroupRemoved: (fact) => judgeAll(fact),
    async ParticipantActivityChanged(fact) {
      await closeAll(fact, { ...fact.data, as: fact.data.active ? [] : SIDES })
      await (fact.data.active ? judgeParked(fact) : judgeAll(fact))
    },
    async ParticipantRightsChanged(fact) {
      await closeAll(fact, { ...fact.data, as: SIDES.filter((side) => !fact.data[side]) })
      await (fact.data.approver ? judgeParked(fact) : judgeAll(fact))
    },
    RuleApplied: (fact, streams) => judge(fact, fact.data.requestId, fact.data.workspaceId, streams),
    RequestEscalated: (fact, streams) => judge(fact, fact.data.requestId, fact.data.workspaceId, streams),
    async WorkspaceDeleted(fact) {
      const { workspaceId } = fact.data
      await requireReached(fact)
      for (const { id, requesterId } of await pendingIn(db, workspaceId))
        await close(fact, id, { workspaceId, participantId: requesterId, as: SIDES })
    },
    async RequestCreated(fact, streams = commands) {
      const { requestId, workspaceId, requesterId, approverId } = fact.data
      const { state, revision } = await streams.load(workspaceFold, workspaceStream(workspaceId))
      if (!isRequesterAvailable(state, fact.data))
        await close(fact, requestId, { workspaceId, participantId: requesterId, as: SIDES })
      else if (!isApproverAvailable(state, fact.data))
        await close(fact, requestId, { workspaceId, participantId: approverId!, as: SIDES })
      else if (fact.data.type === 'verification') {
        const asked = eligibleApprovers(state, fact.data)
        await requireReached(fact)
        await drills.overtake(
          fact,
          asked.map(({ userId }) => userId),
        )
        await noticeManySides(fact, fact.data, revision, streams)
      }
    },
    DrillAnswered: (fact) => drills.end(fact, fact.data),
    DrillOvertaken: (fact) => drills.end(fact, fact.data),
  })
}
