import type { Request } from '#contract/requests.ts'
import type { Platform } from '#platform/platform.ts'
import { previewRows } from '#projections/preview.ts'
import { requestsProjection } from '#projections/requests/projection.ts'
import { requestById, toRequest, workspaceNameOf, type RequestRow } from '#projections/requests/queries.ts'
import { requestStream } from './request.events.ts'

/** The request after a command: from the read model, or from its own facts while that is behind. */
export const requestReply = async (
  { db, codec, eventStore }: Platform,
  id: string,
  now: Date,
  behind: boolean,
): Promise<Request> => {
  const request = behind ? undefined : await requestById(db, id, now)
  if (request) return request
  const facts = await codec.decode(await eventStore.readStream(requestStream(id)))
  const [row] = previewRows(requestsProjection, facts, 'requests') as readonly unknown[] as RequestRow[]
  if (!row) throw new Error('a request has no facts')
  return toRequest(row, await workspaceNameOf(db, row.workspace_id), now)
}
