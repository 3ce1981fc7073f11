import { OVERVIEW_PEOPLE, type Overview } from '#contract/requests/overview.ts'
import type { Shown } from '../../engine/definition/tables.ts'
import { nameOf } from '../name-queries.ts'
import { glassOf } from '../shapes.ts'
import type { requestsTables } from '../tables.ts'

type Unconfirmed = NonNullable<Overview['unconfirmed']>
/** A row of `UNCONFIRMED`. */
export type UnconfirmedRow = Pick<
  Shown<(typeof requestsTables)['requests']>,
  | 'id'
  | 'title'
  | 'requester_id'
  | 'decided_at'
  | 'decided_by_id'
  | 'decided_by_email'
  | 'glass_until'
  | 'glass_reason'
> & { readonly decided_by_name: string | null }

/** The emergency approvals of the workspace `:id` that nobody has confirmed, newest first, as SQL. */
export const UNCONFIRMED = `SELECT r.id, r.title, r.requester_id, r.decided_at, r.decided_by_id, r.decided_by_email, r.glass_until,
    r.glass_reason, ${nameOf('r.decided_by_id')} AS decided_by_name
  FROM requests AS r WHERE r.workspace_id = :id AND r.glass_until IS NOT NULL AND r.glass_confirmed_at IS NULL
  ORDER BY r.decided_at DESC, r.id LIMIT ${OVERVIEW_PEOPLE}`

/** Shapes the rows of `UNCONFIRMED`. */
export const unconfirmedIn = (rows: readonly UnconfirmedRow[]): Unconfirmed =>
  rows.flatMap((row) => {
    const nobody = {
      glass_confirmed_at: null,
      glass_confirmed_by_id: null,
      glass_confirmed_by_email: null,
      glass_confirmed_by_name: null,
    }
    const { brokenGlass } = glassOf({ ...row, ...nobody })
    return brokenGlass ? [{ id: row.id, title: row.title, requesterId: row.requester_id, brokenGlass }] : []
  })
