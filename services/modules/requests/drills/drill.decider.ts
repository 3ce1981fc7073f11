import { Rejected } from '#contract/errors.ts'
import type { AskKind, DrillAnswer } from '#contract/requests/requests.ts'
import { unreachable, type Decider } from '#platform/commands/decider.ts'
import type { Person } from '#modules/requests/request.state.ts'
import type { DrillEvent } from './drill.events.ts'

const DAY_MS = 86_400_000
/** As long as a call check. */
export const DRILL_MS = 5 * 60_000

type Question = {
  readonly questionId: string
  readonly userId: string
  /** Answered, or overtaken by a real call check. */
  readonly isOver: boolean
}

type Drill = {
  readonly drillId: string
  readonly workspaceId: string
  readonly expiresAt: Date
  /** Whether its end is recorded. */
  readonly isEnded: boolean
  readonly questions: readonly Question[]
}

export type DrillState = {
  readonly latest: Drill | null
  /** User ids of those who were asked, by drill: of the latest and of the 24 hours before it. */
  readonly asked: readonly { readonly expiresAt: Date; readonly userIds: readonly string[] }[]
}

type Asked = Person & { readonly questionId: string }

type SendDrill = {
  readonly type: 'SendDrill'
  readonly drillId: string
  readonly workspaceId: string
  readonly sender: Person
  readonly asks: AskKind
  readonly title: string
  readonly byPerson: boolean
  /** Those of them who have had enough drills today are left out. */
  readonly asked: readonly Asked[]
  /** In 24 hours. */
  readonly most: { readonly ofWorkspace: number; readonly ofPerson: number }
  readonly workspaceRevision: number
  readonly at: Date
}
type AnswerDrill = {
  readonly type: 'AnswerDrill'
  readonly questionId: string
  readonly userId: string
  readonly answer: DrillAnswer
  readonly at: Date
}
/** Real call checks ask these people. */
type OvertakeDrill = {
  readonly type: 'OvertakeDrill'
  readonly userIds: readonly string[]
  readonly at: Date
}
/** Ends a drill that has expired at `at` (see `agreedTime`), or that nobody has left to answer. */
type EndDrill = { readonly type: 'EndDrill'; readonly drillId: string; readonly at: Date }
export type DrillCommand = SendDrill | AnswerDrill | OvertakeDrill | EndDrill

const evolve = (state: DrillState, event: DrillEvent): DrillState => {
  if (event.type === 'DrillSent') {
    const { drillId, workspaceId } = event.data
    const expiresAt = new Date(event.data.expiresAt)
    const isRecent = (other: { expiresAt: Date }) => expiresAt.getTime() - other.expiresAt.getTime() < DAY_MS
    return {
      latest: { drillId, workspaceId, expiresAt, isEnded: false, questions: [] },
      asked: [...state.asked.filter(isRecent), { expiresAt, userIds: [] }],
    }
  }
  const { latest } = state
  if (!latest || latest.drillId !== event.data.drillId) return state
  switch (event.type) {
    case 'DrillAsked': {
      const { questionId, userId } = event.data
      const questions = [...latest.questions, { questionId, userId, isOver: false }]
      const { expiresAt, userIds } = state.asked.at(-1)!
      return {
        latest: { ...latest, questions },
        asked: [...state.asked.slice(0, -1), { expiresAt, userIds: [...userIds, userId] }],
      }
    }
    case 'DrillAnswered':
    case 'DrillOvertaken': {
      const { questionId } = event.data
      const over = (one: Question) => (one.questionId === questionId ? { ...one, isOver: true } : one)
      return { ...state, latest: { ...latest, questions: latest.questions.map(over) } }
    }
    case 'DrillEnded':
      return { ...state, latest: { ...latest, isEnded: true } }
    default:
      return unreachable(event)
  }
}

/** The drill that runs; null without one. */
const running = ({ latest }: DrillState, at: Date): Drill | null =>
  latest !== null && !latest.isEnded && latest.expiresAt > at ? latest : null

const ended = ({ drillId, workspaceId }: Drill): DrillEvent => ({
  type: 'DrillEnded',
  data: { drillId, workspaceId },
})

const send = (command: SendDrill, state: DrillState): readonly DrillEvent[] => {
  const { drillId, workspaceId, sender, asks, title, byPerson, most, workspaceRevision, at } = command
  const { latest, asked } = state
  if (running(state, at)) throw new Rejected('drill.open')
  const expiresAt = new Date(at.getTime() + DRILL_MS)
  const recent = asked.filter((one) => expiresAt.getTime() - one.expiresAt.getTime() < DAY_MS)
  if (recent.length >= most.ofWorkspace) {
    const freeFrom = recent[recent.length - most.ofWorkspace]!.expiresAt.getTime() + DAY_MS
    const retryAfterSeconds = Math.ceil((freeFrom - expiresAt.getTime()) / 1_000)
    throw new Rejected('drill.too-many', [{ retryAfterSeconds }])
  }
  const timesOf = (userId: string) => recent.filter(({ userIds }) => userIds.includes(userId)).length
  const left = command.asked.filter(({ userId }) => timesOf(userId) < most.ofPerson)
  if (left.length === 0) throw new Rejected('drill.nobody')
  const ids = { drillId, workspaceId }
  return [
    ...(latest && !latest.isEnded ? [ended(latest)] : []),
    {
      type: 'DrillSent',
      data: {
        ...ids,
        ...sender,
        asks,
        title,
        asked: left.length,
        byPerson,
        expiresAt: expiresAt.toISOString(),
        workspaceRevision,
      },
    },
    ...left.map((one): DrillEvent => ({ type: 'DrillAsked', data: { ...ids, ...one } })),
  ]
}

/** The events of a question that ends now. */
const over = ({ drillId }: Drill, { questionId, userId }: Question) => ({ drillId, questionId, userId })

const answer = (
  { questionId, userId, answer: given, at }: AnswerDrill,
  state: DrillState,
): readonly DrillEvent[] => {
  const drill = running(state, at)
  const question = drill?.questions.find((one) => one.questionId === questionId && one.userId === userId)
  if (!drill || !question || question.isOver) return []
  return [{ type: 'DrillAnswered', data: { ...over(drill, question), answer: given } }]
}

const overtake = ({ userIds, at }: OvertakeDrill, state: DrillState): readonly DrillEvent[] => {
  const drill = running(state, at)
  return (drill?.questions ?? [])
    .filter((one) => !one.isOver && userIds.includes(one.userId))
    .map((one) => ({ type: 'DrillOvertaken', data: over(drill!, one) }))
}

const end = ({ drillId, at }: EndDrill, { latest }: DrillState): readonly DrillEvent[] => {
  if (latest?.drillId !== drillId || latest.isEnded) return []
  return latest.expiresAt <= at || latest.questions.every(({ isOver }) => isOver) ? [ended(latest)] : []
}

/** A workspace has one drill at a time. An answer that comes too late, or again, changes nothing. */
export const drillDecider: Decider<DrillState, DrillCommand, DrillEvent> = {
  initialState: { latest: null, asked: [] },
  evolve,
  decide(command, state) {
    switch (command.type) {
      case 'SendDrill':
        return send(command, state)
      case 'AnswerDrill':
        return answer(command, state)
      case 'OvertakeDrill':
        return overtake(command, state)
      case 'EndDrill':
        return end(command, state)
      default:
        return unreachable(command)
    }
  },
}
