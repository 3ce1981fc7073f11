import type { Request } from '#contract/requests/requests.ts'
import type { SealedRows } from '#platform/secrets/row-macs.ts'
import { createCallChecks } from '#modules/requests/call-check/call-check.store.ts'
import { keepOpenings } from './opening.store.ts'

/** Marks a request as opened by somebody who may answer it. */
export const markOpened = async (
  rows: SealedRows,
  { id, type }: Pick<Request, 'id' | 'type'>,
  userId: string,
  now: Date,
): Promise<void> => {
  if (type === 'verification') await createCallChecks(rows).opened(id, now)
  else await keepOpenings(rows.db, [id], userId, now)
}
