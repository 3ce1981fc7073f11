import { Rejected } from '#contract/errors.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { isActiveAdmin, memberOfUser, type KnownWorkspace } from '#modules/workspaces/workspace.state.ts'
import { numberThatCounts } from '#modules/workspaces/participants/call-back.state.ts'
import { requireJoined } from '#modules/workspaces/participants/participant.decider.ts'

/** Rules about call-back numbers; part of `workspace.decider.ts`. */

export type ChangeCallBack = {
  readonly type: 'ChangeCallBack'
  readonly participantId: string
  /** Who changes it. */
  readonly userId: string
  /** E.164; null removes it. */
  readonly number: string | null
  readonly countsFrom: Date
  /** A second admin has approved it. */
  readonly isApproved: boolean
  readonly now: Date
}

/** Another number that the same person asked for would take its place, so it waits no longer. */
const withdrawOwn = (
  { participantId, userId, now }: ChangeCallBack,
  state: KnownWorkspace,
  by: string,
): WorkspaceEvent[] =>
  [...state.pending.values()].flatMap(({ changeId, act, userId: asked, expiresAt }): WorkspaceEvent[] =>
    act.kind === 'call-back' &&
    act.participantId === participantId &&
    asked === userId &&
    new Date(expiresAt) > now
      ? [{ type: 'ChangeWithdrawn', data: { workspaceId: state.id, changeId, participantId: by, userId } }]
      : [],
  )

/** Removing counts at once, because it only makes checks weaker. Until a new number counts, the one before does. */
const changeCallBack = (command: ChangeCallBack, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  const { participantId, number, countsFrom, isApproved, now } = command
  const { callBack, userId } = requireJoined(state, participantId)
  const by = memberOfUser(state, command.userId)
  if (!by || (by.participantId !== participantId && !isActiveAdmin(by))) throw new Rejected('access.denied')
  const withdrawn = isApproved ? [] : withdrawOwn(command, state, by.participantId)
  const ids = { workspaceId: state.id, participantId, userId }
  if (number === null)
    return callBack.length === 0 ? withdrawn : [...withdrawn, { type: 'CallBackNumberRemoved', data: ids }]
  const place = numberThatCounts(callBack, now)?.place === 1 ? 2 : 1
  return [
    ...withdrawn,
    { type: 'CallBackNumberChanged', data: { ...ids, number, place, countsFrom: countsFrom.toISOString() } },
  ]
}

export const callBackRules = { ChangeCallBack: changeCallBack } as const
