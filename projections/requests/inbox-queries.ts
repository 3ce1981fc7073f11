import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import {
  INBOX_STATES,
  type InboxCounts,
  type InboxOrder,
  type InboxState,
  type requestInbox,
} from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { shortId, shortIdBits } from '#contract/requests/short-id.ts'
import { page, type Page } from '../engine/queries/cursor.ts'
import { toWaitingDrill, waitingDrillQuery } from './drill-queries.ts'
import { DEFAULT_LIMIT, toRequest } from './queries.ts'
import { isAddressedToAbsent, standsIn, standsInFor, AT_MOMENT, NOW } from './rules/deputy-queries.ts'
import { decidable, visible } from './rules/readers.ts'
import { AWAITED_BY_RULE } from './rules/rule-queries.ts'
import { countsIn, isDescending, keysetIn, OPEN_STATES, rowsIn, summed, type Queue } from './queue.ts'

type Asked = Query<typeof requestInbox>
type Search = { readonly [field in keyof Asked]?: Asked[field] | undefined }
type Filter = Pick<Search, 'q' | 'workspaceId' | 'state' | 'ids'>

const BY_OTHERS = 'r.requester_user_id <> p.user_id'
const PENDING = [
  `r.approver_id = p.participant_id`,
  isAddressedToAbsent(':now'),
  `r.approver_id IS NULL AND (${AWAITED_BY_RULE} OR ${standsIn(':now')})`,
].map((asked) => `r.status = 'pending' AND ${asked} AND ${BY_OTHERS}`)
const EXPIRED = `r.closed_reason = 'expired' AND r.expires_at > :since
  AND (r.approver_id IS NULL OR r.approver_id = p.participant_id) AND ${AWAITED_BY_RULE} AND ${BY_OTHERS}`

const inbox: Queue<InboxState> = {
  states: {
    ...OPEN_STATES,
    checks: `${OPEN_STATES.waiting} AND r.type = 'verification'`,
    overdue: `(r.expires_at <= :now AND r.expires_at > :since)`,
  },
  parts: (state) => (state && state !== 'overdue' ? PENDING : [...PENDING, EXPIRED]),
  who: 'p.active AND p.approver',
  other: { id: 'r.requester_id', userId: 'r.requester_user_id', email: 'r.requester_email' },
  hasChecksFirst: true,
  beside: standsInFor(':now'),
}

/** Before all others in each order. It stands in for a call check, and none waits beside it. */
const drillRow = (drill: Request, sort: InboxOrder | undefined) => ({
  id: drill.id,
  key: isDescending(sort) ? '~' : '',
  created_at: drill.expiresAt,
  drill,
})

const DRILL_STATES: readonly InboxState[] = ['waiting', 'checks', 'due']

/** Whether the search finds the drill, as it would find a call check. */
const findsDrill = (drill: Request, { q = '', workspaceId, state, ids }: Filter): boolean => {
  const { requester, title, workspaceName } = drill
  const bits = shortIdBits(q)
  return (
    (state === undefined || DRILL_STATES.includes(state)) &&
    (workspaceId === undefined || workspaceId === drill.workspaceId) &&
    (ids === undefined || ids.includes(drill.id)) &&
    ([title, requester.name, requester.email, workspaceName].some((text) =>
      text?.toLowerCase().includes(q.toLowerCase()),
    ) ||
      (bits !== null && bits === shortIdBits(shortId(drill.id))))
  )
}

/**
 * Returns a page of the requests of all workspaces that wait for the user, or that were overdue; on its first page, first of all,
 * the drill that waits. Throws `input.invalid` for a bad cursor or one of another order.
 */
export const inboxOf = async (
  db: Knex,
  userId: string,
  { state = 'waiting', ...search }: Search,
  now: Date,
): Promise<Page<Request>> => {
  const { sort, cursor, limit = DEFAULT_LIMIT } = search
  const asked = { ...search, state, ids: search.ids?.split(',') }
  const isFirst = cursor === undefined
  const { rows, beside } = await rowsIn(
    db,
    inbox,
    { userId, now, beside: isFirst ? waitingDrillQuery(db, userId, now) : undefined },
    asked,
  )
  const drill = await toWaitingDrill(db, beside, now)
  const hasDrill = drill && findsDrill(drill, { ...search, state })
  return page([...(hasDrill ? [drillRow(drill, sort)] : []), ...rows], limit, {
    keyset: keysetIn(sort),
    shape: (row) => ('drill' in row ? row.drill : toRequest(row, row.workspace_name, now)),
  })
}

type CountedWorkspace = InboxCounts['workspaces'][number]
const NONE: Readonly<Record<InboxState, number>> = { waiting: 0, checks: 0, due: 0, reminded: 0, overdue: 0 }

const withDrill = (
  rows: readonly CountedWorkspace[],
  drill: Request,
  filter: Filter,
): readonly CountedWorkspace[] => {
  const { workspaceId, workspaceName } = drill
  const [place = { ...NONE, workspaceId, workspaceName }] = rows.filter(
    (row) => row.workspaceId === workspaceId,
  )
  const counted = { ...place }
  for (const state of INBOX_STATES) if (findsDrill(drill, { ...filter, state })) counted[state] += 1
  return [...rows.filter((row) => row !== place), counted]
}

/** Counts the inbox, with the drill that waits. Throws like `inboxOf`. */
export const inboxCounts = async (
  db: Knex,
  userId: string,
  filter: Omit<Filter, 'state' | 'ids'>,
  now: Date,
): Promise<InboxCounts> => {
  const { rows, beside } = await countsIn(
    db,
    inbox,
    { userId, now, beside: waitingDrillQuery(db, userId, now) },
    filter,
  )
  const drill = await toWaitingDrill(db, beside, now)
  return summed(INBOX_STATES, drill ? withDrill(rows, drill, filter) : rows)
}

/** Returns those of the users who may see any of the requests. Ignores dead letters: it only decides whom to notify. */
export const requestsSeenBy = async (
  db: Knex,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<string[]> =>
  db('requests as r')
    .join('request_participants as p', 'p.workspace_id', 'r.workspace_id')
    .whereRaw('r.id = ANY (?::uuid[]) AND p.user_id = ANY (?::uuid[])', [ids, userIds] as never[])
    .whereRaw(`(${visible('now()')})`)
    .distinct()
    .pluck('p.user_id')

/**
 * Returns those of the requests that any of the users may answer. Ignores dead letters: it only decides what was
 * delivered to a phone.
 */
export const answerableBy = async (
  db: Knex,
  ids: readonly string[],
  userIds: readonly string[],
  now: Date,
): Promise<string[]> =>
  db('requests as r')
    .join('request_participants as p', 'p.workspace_id', 'r.workspace_id')
    .whereRaw('r.id = ANY (?::uuid[]) AND p.user_id = ANY (?::uuid[])', [ids, userIds] as never[])
    .where({ 'r.status': 'pending' })
    .joinRaw(AT_MOMENT, [now])
    .whereRaw(`(${decidable(NOW)})`)
    .distinct()
    .pluck('r.id')
