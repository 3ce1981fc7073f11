import type { ReadModel } from '#contract/endpoint.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { requestsSeenBy } from '#projections/requests/inbox-queries.ts'
import { adminsAmong, peopleAmong } from '#projections/workspaces/queries.ts'

/** A projector's notification that a read model reached a position. `audience`: the words of `audienceLines`. */
export type ChangeNotice = {
  readonly readModel: ReadModel
  readonly position: Position | null
  readonly audience: Audience
}
type Audience = ReadonlySet<string>

export const parseNotice = (payload: string): ChangeNotice => {
  const [readModel, position, ...audience] = payload.split(' ')
  return { readModel: readModel as ReadModel, position: position || null, audience: new Set(audience) }
}

/** The ids of one kind in an audience, such as `request:`. */
export const idsOf = (audience: Audience, kind: string): string[] =>
  [...audience].flatMap((word) => (word.startsWith(kind) ? word.slice(kind.length) : []))

/** Which of these users are named, may see one of the requests, or are in one of the workspaces. */
export const usersIn = async (
  db: Knex,
  audience: Audience,
  among: readonly string[],
): Promise<readonly string[]> => {
  if (among.length === 0) return []
  const [requests, workspaces] = [idsOf(audience, 'request:'), idsOf(audience, 'all:')]
  const found = await Promise.all([
    requests.length > 0 ? requestsSeenBy(db, requests, among) : [],
    workspaces.length > 0 ? peopleAmong(db, workspaces, among) : [],
  ])
  return [...new Set([...idsOf(audience, 'user:'), ...found.flat()])]
}

/** Which of these users are admins of a workspace in the audience, and of which. */
export const adminsIn = async (db: Knex, audience: Audience, among: readonly string[]) => {
  const workspaces = idsOf(audience, 'in:')
  return workspaces.length > 0 && among.length > 0 ? adminsAmong(db, workspaces, among) : []
}
