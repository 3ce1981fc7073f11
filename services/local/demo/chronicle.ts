import { randomUUID } from 'node:crypto'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import type { WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import type { Grant } from '#modules/workspaces/workspace.state.ts'
import type { Platform } from '#platform/platform.ts'
import type { Accounts } from './accounts.ts'
import type { Act } from './act.ts'
import type { Person } from './people.ts'
import { approvalText, callCheckText } from './questions.ts'
import type { Random } from './random.ts'
import { createDemoRequest, SECONDS, type Question } from './requests.ts'
import { atWork, minutesLater } from './work-days.ts'
import { createDemoWorkspace } from './workspace.ts'

export type Step = { readonly at: Date; readonly run: (at: Date) => Promise<unknown> }

type Parts = {
  readonly platform: Platform
  readonly act: Act
  readonly accounts: Accounts
  readonly random: Random
  /** The work days of the story; places below count from its first one. */
  readonly days: readonly Date[]
  readonly now: Date
}
type Member = {
  readonly person: Person
  readonly grant: Grant
  readonly joinedAt: Date
  leavesAt: Date | null
}
type Right = 'approver' | 'requester'

export const ADMIN: Grant = { role: 'admin', approver: true, requester: true }
const REQUESTER: Grant = { role: 'regular user', approver: false, requester: true }
const APPROVER: Grant = { role: 'regular user', approver: true, requester: false }
const BOTH: Grant = { role: 'regular user', approver: true, requester: true }
export const GRANTS: readonly Grant[] = [REQUESTER, APPROVER, BOTH, REQUESTER]
export const grantAt = (place: number): Grant => GRANTS[place % GRANTS.length]!

/** What becomes of the requests of a workspace, in this order and then again from the first. */
const ENDINGS = [
  'approved',
  'approved',
  'declined',
  'approved',
  'checked',
  'approved',
  'approved',
  'withdrawn',
  'approved',
  'approved',
  'declined',
  'approved-late',
  'approved',
  'checked',
  'expired',
  'approved',
  'approved-after-wrong-pin',
  'approved',
  'reported',
  'approved',
  'check-missed',
  'approved',
  'declined',
  'approved',
  'check-failed',
] as const
type Ending = (typeof ENDINGS)[number] | 'pending'

const DAY_MS = 86_400_000
const FRIDAY = 5
const CALL_CHECKS: ReadonlySet<Ending> = new Set(['checked', 'check-missed', 'check-failed'])
/** Time for the last answer of a day. */
const LAST_QUESTION_MINUTES = 340
const LONGEST_ANSWER_MINUTES = 170

/** Plans what happens in the workspaces of the demo; nothing has happened until the steps have run. */
export const createChronicle = ({ platform, act, accounts, random, days, now }: Parts) => {
  const steps: Step[] = []
  const on = (day: number, minutes: number): Date => atWork(days[day]!, minutes)
  const plan = (at: Date, run: Step['run']): void => {
    if (at < now) steps.push({ at, run })
  }

  const open = (
    described: Parameters<typeof createDemoWorkspace>[1],
    { founder, from }: { readonly founder: Person; readonly from: number },
  ) => {
    const workspace = createDemoWorkspace({ platform, act, accounts }, described)
    const members: Member[] = [{ person: founder, grant: ADMIN, joinedAt: on(from, 60), leavesAt: null }]
    plan(on(from, 50), (at) => accounts.signUp(founder, at))
    plan(on(from, 60), (at) => workspace.create(founder, at))
    plan(on(from, 66), (at) => workspace.command(founder, at, { type: 'CompleteOnboarding' }))
    for (let at = new Date(days[from]!.getTime() + DAY_MS); at < now; at = new Date(at.getTime() + DAY_MS))
      plan(at, workspace.recordDeadlines)

    const command = (at: Date, by: Person, made: WorkspaceCommand): void =>
      plan(at, () => workspace.command(by, at, made))
    const invite = (person: Person, grant: Grant, at: Date): void =>
      plan(at, () => workspace.invite(founder, person, at, grant))
    const among = (at: Date, right: Right): readonly Person[] =>
      members
        .filter(
          ({ grant, joinedAt, leavesAt }) => grant[right] && joinedAt < at && (!leavesAt || at < leavesAt),
        )
        .map(({ person }) => person)

    const ask = (
      minute: Date,
      place: number,
      given: Pick<Question, 'from' | 'to'> | null,
      ending: Ending,
    ): void => {
      const at = new Date(minute.getTime() + random.between(0, 59) * 1_000)
      const requester = given?.from ?? random.pick(among(at, 'requester'))
      const deciders = among(at, 'approver').filter((person) => person !== requester)
      const decider = given?.to ?? random.pick(deciders)
      const isCallCheck = CALL_CHECKS.has(ending)
      const isToAnybody = given ? given.to === null : !isCallCheck && place % 3 === 0
      const [type, text] = isCallCheck
        ? (['verification', callCheckText(place)] as const)
        : (['approval', approvalText(place)] as const)
      const question = { type, ...text, from: requester, to: isToAnybody ? null : decider }
      const request = createDemoRequest({ platform, act }, workspace, question)
      const answeredAt = minutesLater(at, isCallCheck ? 1 : random.between(3, LONGEST_ANSWER_MINUTES))
      const expiredAt = new Date(at.getTime() + SECONDS[type] * 1_000 + 20_000)
      const answer = (run: (by: Person, at: Date) => Promise<void>, minutes = 0): void =>
        plan(minutesLater(answeredAt, minutes), (then) => run(decider, then))
      plan(at, request.ask)
      switch (ending) {
        case 'approved':
        case 'checked':
          return answer(request.approve)
        case 'approved-late':
          return answer(request.approve, (at.getUTCDay() === FRIDAY ? 3 : 1) * 24 * 60)
        case 'approved-after-wrong-pin':
          answer(request.mistypePin)
          return answer(request.approve, 1)
        case 'check-failed':
          answer(request.mistypeNumber)
          return answer(request.mistypeNumber, 1)
        case 'declined':
          return answer(request.decline)
        case 'reported':
          return answer(request.report)
        case 'withdrawn':
          return plan(answeredAt, request.withdraw)
        case 'expired':
        case 'check-missed':
          return plan(expiredAt, request.expire)
        case 'pending':
          return plan(at, () => request.takeSlot(at))
      }
    }

    return {
      command,
      invite,
      participantIdOf: workspace.participantIdOf,
      workspaceId: workspace.workspaceId,
      welcome(person: Person, grant: Grant, invitedAt: Date): void {
        const joinedAt = minutesLater(invitedAt, random.between(12, 300))
        invite(person, grant, invitedAt)
        plan(joinedAt, (at) => workspace.join(person, at, grant))
        members.push({ person, grant, joinedAt, leavesAt: null })
      },
      /** Nobody asks them, and they ask nothing, from a week before on. */
      leave(person: Person, at: Date, by: Person, made: WorkspaceCommand): void {
        const member = members.find((one) => one.person === person)
        if (member) member.leavesAt = new Date(at.getTime() - 9 * DAY_MS)
        command(at, by, made)
      },
      /** Requests that nobody has answered yet. */
      askOpen: (at: Date, place: number, requester: Person, to: Person | null): void =>
        ask(at, place, { from: requester, to }, 'pending'),
      /** `perDay` requests on each of these days, answered on the same day but for a few. */
      askDaily(first: number, last: number, perDay: (day: number) => number): void {
        let place = 0
        for (let day = first; day <= last; day += 1)
          for (let count = perDay(day); count > 0; count -= 1, place += 1)
            ask(
              on(day, random.between(20, LAST_QUESTION_MINUTES)),
              place,
              null,
              ENDINGS[place % ENDINGS.length]!,
            )
      },
      /** A paid year that begins behind the trial. */
      subscribe(at: Date, operator: Person, seats: number): void {
        const today = dateIn(described.timezone, days[from]!)
        const startsOn = addDays(today, platform.config.TRIAL_DAYS + 1)
        const period = { periodId: randomUUID(), startsOn, endsOn: addDays(startsOn, 364), seats }
        const reason = `Offer accepted, paid by bank transfer (${seats} seats)`
        plan(at, () =>
          workspace.command(operator, at, { type: 'AddPeriod', ...period, reason, now: at }, 'super admin'),
        )
      },
    }
  }

  return {
    on,
    plan,
    open,
    /** In the order of time. */
    steps: (): readonly Step[] => steps.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }
}
