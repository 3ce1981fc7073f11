import type { Knex } from 'knex'
import type { Drill } from '#contract/requests/drills.ts'
import type { Request } from '#contract/requests/requests.ts'
import { byTime, page, timeKeysetOf, type Page } from '../engine/queries/cursor.ts'
import { columnsOf, type Shown } from '../engine/definition/tables.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import { resultsOf } from './drills/drill-results.ts'
import { alikeOf, marked, nameOf } from './name-queries.ts'
import { refuseDeadLetteredOf } from './queries.ts'
import { requestsTables } from './tables.ts'

export type DrillRow = Shown<(typeof requestsTables)['drills']>
export type QuestionRow = Shown<(typeof requestsTables)['drill_questions']>

const DRILL = columnsOf('d', requestsTables.drills)
const QUESTION = columnsOf('q', requestsTables.drill_questions)

const iso = (time: Date | string): string => new Date(time).toISOString()

const isOver = ({ ended_at, expires_at }: DrillRow, now: Date): boolean =>
  ended_at !== null || new Date(expires_at) <= now

type Person = Request['requester']
/** By participant id; without former participants. */
export type People = ReadonlyMap<string, Person>

/** Ignores dead letters: an address that is missing only leaves a person out. */
export const peopleOf = async (db: Knex, participantIds: readonly string[]): Promise<People> => {
  const rows: readonly Person[] = await db('request_participants as p')
    .whereRaw('participant_id = ANY (?::uuid[])', [participantIds] as never[])
    .select('participant_id as participantId', 'email')
    .select(db.raw(`${nameOf('p.participant_id')} AS name, ${alikeOf('p.participant_id')} AS alike`))
  return new Map(rows.map(({ alike, ...person }) => [person.participantId, { ...person, ...marked(alike) }]))
}

const personIn =
  (people: People) =>
  (participantId: string): Person =>
    people.get(participantId) ?? { participantId, email: null, name: null }

/** The participants whom a drill and its questions name. */
export const namedIn = (drill: DrillRow, questions: readonly QuestionRow[]): readonly string[] => [
  drill.sender_id,
  ...questions.map(({ participant_id: id }) => id),
]

type DrillPlace = {
  readonly drill: DrillRow
  readonly workspaceName: string | null
  readonly people: People
}

/** Returns the question as the one who is asked sees it: as a call check of the sender, and as a drill once it has ended. */
export const toDrillRequest = (
  question: QuestionRow,
  { drill, workspaceName, people }: DrillPlace,
  now: Date,
): Request => {
  const person = personIn(people)
  const { answered_at: answeredAt, overtaken_at: overtakenAt } = question
  const { answer } = question
  const isPending = answer === null && overtakenAt === null && !isOver(drill, now)
  const endedAt = answeredAt ?? overtakenAt ?? drill.ended_at ?? drill.expires_at
  return {
    id: question.id,
    workspaceId: question.workspace_id,
    workspaceName,
    type: 'verification',
    title: drill.title,
    details: null,
    status: isPending ? 'pending' : 'declined',
    closedReason: isPending || answer !== null ? null : 'expired',
    requester: person(drill.sender_id),
    approver: person(question.participant_id),
    createdAt: iso(drill.created_at),
    expiresAt: iso(drill.expires_at),
    decidedAt: isPending ? null : iso(endedAt),
    decidedBy: null,
    assurance: null,
    declineReason: null,
    reportedAt: null,
    asks: { kind: drill.asks },
    call: null,
    ...(!isPending && { drill: { answer, byPerson: drill.by_person } }),
  }
}

/** Returns the drill as admins see it: with the answer of a person only where the workspace showed it when the drill was sent. */
export const toDrill = (
  row: DrillRow,
  questions: readonly QuestionRow[],
  { people, now }: { readonly people: People; readonly now: Date },
): Drill => {
  const person = personIn(people)
  const counted = questions.filter((question) => question.overtaken_at === null)
  const answers = counted.map(({ answer }) => answer)
  const { by_person: byPerson } = row
  const isEnded = isOver(row, now)
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    asks: { kind: row.asks },
    title: row.title,
    sentBy: person(row.sender_id),
    sentAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    endedAt: isEnded ? iso(row.ended_at ?? row.expires_at) : null,
    asked: row.asked,
    overtaken: questions.length - counted.length,
    byPerson,
    ...resultsOf(answers, { isEnded, byPerson }),
    people:
      isEnded && byPerson
        ? counted.map(({ participant_id: id }, i) => ({ ...person(id), answer: answers[i]! }))
        : null,
  }
}

/** Shapes drills of the read model. */
const shaped = async (db: Knex, rows: readonly DrillRow[], now: Date): Promise<(row: DrillRow) => Drill> => {
  const ids = rows.map(({ id }) => id)
  const questions: QuestionRow[] = await db('drill_questions as q')
    .whereIn('q.drill_id', ids)
    .orderBy('q.id')
    .select(db.raw(QUESTION))
  const of = ({ id }: DrillRow) => questions.filter(({ drill_id: drillId }) => drillId === id)
  const people = await peopleOf(
    db,
    rows.flatMap((row) => namedIn(row, of(row))),
  )
  return (row) => toDrill(row, of(row), { people, now })
}

/** Returns the drills of a workspace, newest first. Throws `read-model.parked` or `read-model.behind`. */
export const drillsIn = async (
  db: Knex,
  workspaceId: string,
  { limit = 10, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  now: Date,
): Promise<Page<Drill>> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const rows: DrillRow[] = await db('drills as d')
    .where({ 'd.workspace_id': workspaceId })
    .select(db.raw(DRILL))
    .modify((drills) => {
      if (cursor === undefined) return
      const { createdAt, id } = timeKeysetOf(cursor)
      drills.whereRaw('(d.created_at, d.id) < (?, ?::uuid)', [createdAt, id])
    })
    .orderByRaw('d.created_at DESC, d.id DESC')
    .limit(limit + 1)
  return page(rows, limit, { keyset: byTime, shape: await shaped(db, rows, now) })
}

/** Checks no access. Throws like `drillsIn`. */
export const drillIn = async (
  db: Knex,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<Drill | undefined> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const row: DrillRow | undefined = await db('drills as d')
    .where({ 'd.id': id, 'd.workspace_id': workspaceId })
    .first(db.raw(DRILL))
  return row && (await shaped(db, [row], now))(row)
}

type AskedRow = QuestionRow & { readonly drill: DrillRow; readonly workspace_name: string | null }

/** The questions of a person who is still a participant of the workspace `w`, as `p`. */
const askedOf = (db: Knex, userId: string): Knex.QueryBuilder =>
  db('drill_questions as q')
    .join('drills as d', 'd.id', 'q.drill_id')
    .join('request_workspaces as w', 'w.id', 'q.workspace_id')
    .join('request_participants as p', { 'p.workspace_id': 'q.workspace_id', 'p.user_id': 'q.user_id' })
    .where({ 'q.user_id': userId, 'w.is_open': true })
    .select(db.raw(QUESTION))
    .select(db.raw('to_jsonb(d) AS drill'), 'w.name as workspace_name')

const shown = async (
  db: Knex,
  { drill, workspace_name: workspaceName, ...question }: AskedRow,
  now: Date,
): Promise<Request> => {
  const people = await peopleOf(db, namedIn(drill, [question]))
  return toDrillRequest(question, { drill, workspaceName, people }, now)
}

/** Returns the question with this id as the person who is asked sees it; undefined for anybody else. Throws like `inboxOf`. */
export const drillFor = async (
  db: Knex,
  id: string,
  userId: string,
  now: Date,
): Promise<Request | undefined> => {
  await refuseDeadLetteredOf(db, userId)
  const row: AskedRow | undefined = await askedOf(db, userId).where('q.id', id).first()
  return row && shown(db, row, now)
}

/** Whether a real call check waits for the answer of the person `p`, in any workspace. */
const CHECKED = `EXISTS (SELECT FROM requests AS r JOIN request_participants AS own
    ON own.workspace_id = r.workspace_id AND own.user_id = p.user_id AND own.active AND own.approver
  WHERE r.status = 'pending' AND r.type = 'verification' AND r.expires_at > ? AND r.requester_user_id <> p.user_id
    AND (r.approver_id IS NULL OR r.approver_id = own.participant_id))`

/**
 * The query of the drill that waits for the user's answer: never two, and none while a real call check waits. Pass its row to `toWaitingDrill`.
 * Ignores dead letters: `inboxOf`, which is read with it, refuses them.
 */
export const waitingDrillQuery = (db: Knex, userId: string, now: Date): Knex.QueryBuilder =>
  askedOf(db, userId)
    .where({ 'p.active': true, 'p.approver': true })
    .whereRaw('q.answer IS NULL AND q.overtaken_at IS NULL AND d.ended_at IS NULL AND d.expires_at > ?', [
      now,
    ])
    .whereRaw(`NOT ${CHECKED}`, [now])
    .orderBy(['d.created_at', 'q.id'])
    .limit(1)

/** Shapes the row of `waitingDrillQuery`. */
export const toWaitingDrill = (db: Knex, row: object | null, now: Date): Promise<Request> | undefined =>
  row ? shown(db, row as AskedRow, now) : undefined

/** Returns the drill that waits for the user's answer. Ignores dead letters: its callers read the inbox too, which refuses them. */
export const waitingDrill = async (db: Knex, userId: string, now: Date): Promise<Request | undefined> =>
  toWaitingDrill(db, (await waitingDrillQuery(db, userId, now))[0] ?? null, now)

/** Returns the workspaces whose open drill waits for one of these people, and for whom. Ignores dead letters: a drill that is missed only goes on. */
export const drillsWaitingFor = async (
  db: Knex,
  userIds: readonly string[],
  now: Date,
): Promise<{ readonly workspaceId: string; readonly userId: string }[]> =>
  db('drill_questions as q')
    .join('drills as d', 'd.id', 'q.drill_id')
    .whereRaw('q.user_id = ANY (?::uuid[])', [userIds] as never[])
    .whereRaw('q.answer IS NULL AND q.overtaken_at IS NULL AND d.ended_at IS NULL AND d.expires_at > ?', [
      now,
    ])
    .select('q.workspace_id as workspaceId', 'q.user_id as userId')

/** Which of these people a real call check or another drill waits for. Ignores dead letters: a person who is missed gets a drill that gives way. */
export const busyAmong = async (
  db: Knex,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> => {
  const checked: string[] = await db('request_participants as p')
    .whereRaw('p.user_id = ANY (?::uuid[])', [userIds] as never[])
    .whereRaw(CHECKED, [now])
    .distinct()
    .pluck('p.user_id')
  const drilled = await drillsWaitingFor(db, userIds, now)
  return new Set([...checked, ...drilled.map(({ userId }) => userId)])
}

export type DueDrill = { readonly id: string; readonly workspaceId: string; readonly expiresAt: Date }

/** Returns expired drills without an end, oldest first, after `after`. Ignores dead letters: a run after their repair finds the rest. */
export const dueDrills = (
  db: Knex,
  now: Date,
  { after, limit }: { readonly after: DueDrill | null; readonly limit: number },
): Promise<DueDrill[]> =>
  db('drills')
    .whereNull('ended_at')
    .where('expires_at', '<=', now)
    .modify((due) => {
      if (after) due.whereRaw('(expires_at, id) > (?, ?)', [after.expiresAt, after.id])
    })
    .orderBy(['expires_at', 'id'])
    .limit(limit)
    .select('id', 'workspace_id as workspaceId', 'expires_at as expiresAt')
