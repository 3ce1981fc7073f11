import type { Request } from '#contract/requests/requests.ts'
import type { SealedRows } from '#platform/secrets/row-macs.ts'
import { answerableBy } from '#projections/requests/inbox-queries.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { keepOpenings } from './opening.store.ts'

/** Marks a pending request as opened, if the reader may answer it. */
export const markOpened = async (
  rows: SealedRows,
  request: Request,
  userId: string,
  now: Date,
): Promise<void> => {
  if (request.status !== 'pending') return
  const [id] = await answerableBy(rows.db, [request.id], [userId], now)
  if (id === undefined) return
  if (request.type === 'verification') await createCallChecks(rows).opened(id, now)
  else await keepOpenings(rows.db, [id], userId, now)
}
