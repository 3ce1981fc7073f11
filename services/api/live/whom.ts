import type { Knex } from '#platform/postgres/database.ts'
import { requestsSeenBy } from '#projections/requests/queries.ts'
import { adminsAmong, peopleAmong } from '#projections/workspaces/queries.ts'
import type { News } from './news.ts'

/** The ids that news concerns, of one kind. */
export const idsOf = (concerns: News['concerns'], kind: string): string[] =>
  [...concerns].flatMap((concern) => (concern.startsWith(kind) ? concern.slice(kind.length) : []))

/** Which of these users news concerns: themselves, what they may see of requests, the workspaces that they are in. */
export const createWhom =
  (db: Knex) =>
  async (concerns: News['concerns'], among: readonly string[]): Promise<readonly string[]> => {
    if (among.length === 0) return []
    const [requests, workspaces] = [idsOf(concerns, 'request:'), idsOf(concerns, 'all:')]
    const found = await Promise.all([
      requests.length > 0 ? requestsSeenBy(db, requests, among) : [],
      workspaces.length > 0 ? peopleAmong(db, workspaces, among) : [],
    ])
    return [...new Set([...idsOf(concerns, 'user:'), ...found.flat()])]
  }

/** Which of these users hear of it as admins, and in which workspace. */
export const adminsTold = async (db: Knex, concerns: News['concerns'], among: readonly string[]) => {
  const workspaces = idsOf(concerns, 'in:')
  return workspaces.length > 0 && among.length > 0 ? adminsAmong(db, workspaces, among) : []
}
