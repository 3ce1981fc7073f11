import type { Knex } from 'knex'
import { userById } from '#projections/users/queries.ts'
import { nameIn } from '#projections/workspaces/participant-queries.ts'
import type { Phrase } from '#modules/mails/letter.ts'
import { person, type Named } from '#modules/mails/people.ts'

/** The account's address, with the name that the person has in the workspace. */
export const namedIn = async (db: Knex, workspaceId: string, userId: string | null): Promise<Named> => {
  if (userId === null) return { email: null }
  const [user, name] = await Promise.all([userById(db, userId), nameIn(db, workspaceId, userId)])
  return { email: user?.email ?? null, name: name === undefined ? user?.name : name }
}

/** The same for a sentence; null for the product itself, and once erased. */
export const saidIn = async (
  db: Knex,
  workspaceId: string,
  userId: string | null,
): Promise<Phrase | null> => {
  const named = await namedIn(db, workspaceId, userId)
  return named.email === null ? null : person(named, '')
}
