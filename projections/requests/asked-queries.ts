import type { Knex } from 'knex'
import type { Query } from '#contract/endpoint.ts'
import {
  ASKED_STATES,
  type AskedCounts,
  type AskedState,
  type askedRequests,
} from '#contract/requests/asked.ts'
import { REQUEST_STATUSES, type Request, type RequestStatus } from '#contract/requests/requests.ts'
import { page, type Page } from '../engine/queries/cursor.ts'
import { DEFAULT_LIMIT, toRequest } from './queries.ts'
import { countsIn, keysetIn, OPEN_STATES, rowsIn, summed, type Queue } from './queue.ts'

type Asked = Query<typeof askedRequests>
type Search = { readonly [field in keyof Asked]?: Asked[field] | undefined }

/** The statuses of each state. An expired request is pending until an event says so. */
const STATUSES: Readonly<Record<AskedState, readonly RequestStatus[]>> = {
  all: REQUEST_STATUSES,
  waiting: ['pending'],
  due: ['pending'],
  reminded: ['pending'],
  approved: ['approved'],
  declined: ['declined'],
  expired: ['pending', 'declined'],
  withdrawn: ['declined'],
}

const asked: Queue<AskedState> = {
  states: {
    all: 'true',
    ...OPEN_STATES,
    approved: `r.status = 'approved'`,
    declined: `(r.status = 'declined' AND coalesce(r.closed_reason, '') NOT IN ('expired', 'withdrawn'))`,
    expired: `(r.closed_reason = 'expired' OR (r.status = 'pending' AND r.expires_at <= :now))`,
    withdrawn: `r.closed_reason = 'withdrawn'`,
  },
  parts: (state) =>
    STATUSES[state ?? 'all'].map((status) => `r.requester_user_id = p.user_id AND r.status = '${status}'`),
  who: 'true',
  other: {
    id: 'coalesce(r.approver_id, r.decided_by_id)',
    userId: 'coalesce(r.approver_user_id, r.decided_by_user_id)',
    email: 'coalesce(r.approver_email, r.decided_by_email)',
  },
  hasChecksFirst: false,
  beside: 'NULL AS stands_in_for',
}

/** Returns a page of the requests that the user has made, in all workspaces. Throws `input.invalid` for a bad cursor or one of another order. */
export const askedBy = async (
  db: Knex,
  userId: string,
  { state = 'waiting', ...search }: Search,
  now: Date,
): Promise<Page<Request>> =>
  page((await rowsIn(db, asked, { userId, now }, { ...search, state })).rows, search.limit ?? DEFAULT_LIMIT, {
    keyset: keysetIn(search.sort),
    shape: (row) => toRequest(row, row.workspace_name, now),
  })

/** Counts them by state. */
export const askedCounts = async (
  db: Knex,
  userId: string,
  filter: Pick<Search, 'q' | 'workspaceId'>,
  now: Date,
): Promise<AskedCounts> => summed(ASKED_STATES, (await countsIn(db, asked, { userId, now }, filter)).rows)
