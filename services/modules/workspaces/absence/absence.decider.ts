import { Rejected } from '#contract/errors.ts'
import { MAX_ABSENCE_DAYS } from '#contract/workspaces/approving/absence.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import {
  isActiveAdmin,
  memberOfUser,
  type Joined,
  type KnownWorkspace,
} from '#modules/workspaces/workspace.state.ts'
import { isAhead, type KnownAbsence } from './absence.state.ts'

/** Rules about absences and deputies; part of `workspace.decider.ts`. */

export type SetAbsence = {
  readonly type: 'SetAbsence'
  readonly participantId: string
  /** Who sets it. */
  readonly userId: string
  /** Null ends it. */
  readonly absence: KnownAbsence | null
  /** The addresses of the deputies, by participant id. */
  readonly emails: ReadonlyMap<string, string | null>
  readonly now: Date
}

const DAY_MS = 86_400_000
const LONGEST = MAX_ABSENCE_DAYS * DAY_MS

const requireTimes = ({ from, until }: KnownAbsence, now: Date): void => {
  const [begin, end] = [new Date(from).getTime(), new Date(until).getTime()]
  const wrong = (field: string, problem: string) => new Rejected('input.invalid', [{ field, problem }])
  if (end <= now.getTime()) throw wrong('until', 'is over already')
  if (end <= begin) throw wrong('until', 'must be after from')
  if (end - begin > LONGEST) throw wrong('until', `is more than ${MAX_ABSENCE_DAYS} days after from`)
  if (begin > now.getTime() + LONGEST) throw wrong('from', `is more than ${MAX_ABSENCE_DAYS} days ahead`)
}

const joinedMember = (state: KnownWorkspace, participantId: string): Joined => {
  const member = state.members.get(participantId)
  if (!member) throw new Rejected('participant.not-found')
  if (member.kind !== 'joined') throw new Rejected('participant.pending')
  return member
}

const requireDeputy = (state: KnownWorkspace, id: string, { participantId }: SetAbsence): Joined => {
  const deputy = state.members.get(id)
  if (deputy?.kind !== 'joined' || !deputy.active || !deputy.approver || id === participantId)
    throw new Rejected('deputy.unsuitable')
  return deputy
}

const isSame = (one: KnownAbsence | null, { from, until, deputies }: KnownAbsence): boolean =>
  one !== null &&
  one.from === from &&
  one.until === until &&
  one.deputies.length === deputies.length &&
  one.deputies.every((id, at) => deputies[at] === id)

const setAbsence = (command: SetAbsence, state: KnownWorkspace): readonly WorkspaceEvent[] => {
  const { participantId, absence, emails, now } = command
  const member = joinedMember(state, participantId)
  const by = memberOfUser(state, command.userId)
  if (!by || (by !== member && !isActiveAdmin(by))) throw new Rejected('access.denied')
  const ids = { workspaceId: state.id, participantId, userId: member.userId }
  if (absence === null) return isAhead(member.absence, now) ? [{ type: 'AbsenceEnded', data: ids }] : []
  requireTimes(absence, now)
  const [first, second] = absence.deputies.map((id) => requireDeputy(state, id, command))
  if (isSame(member.absence, absence)) return []
  const email = (one: Joined) => emails.get(one.participantId) ?? null
  const { from, until } = absence
  const data = {
    ...ids,
    from,
    until,
    ...(first && {
      deputyId: first.participantId,
      deputyUserId: first.userId,
      deputyEmail: email(first),
    }),
    ...(second && {
      secondId: second.participantId,
      secondUserId: second.userId,
      secondEmail: email(second),
    }),
  }
  return [{ type: 'AbsenceSet', data }]
}

export const absenceRules = { SetAbsence: setAbsence } as const
