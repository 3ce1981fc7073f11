import type { Knex } from 'knex'
import { userById } from '#projections/users/queries.ts'
import { nameIn } from '#projections/workspaces/participant-queries.ts'
import type { Phrase } from '#modules/mails/letter.ts'
import { inSubject, person, type Named } from '#modules/mails/people.ts'

/** The account's address, with the name that the person has in the workspace. */
export const namedIn = async (db: Knex, workspaceId: string, userId: string | null): Promise<Named> => {
  if (userId === null) return { email: null }
  const [user, name] = await Promise.all([userById(db, userId), nameIn(db, workspaceId, userId)])
  return { email: user?.email ?? null, name: name === undefined ? user?.name : name }
}

/** Who acted, for the text and for the subject of a mail; null for the product itself, and once erased. */
export const doerIn = async (
  db: Knex,
  workspaceId: string,
  userId: string | null,
): Promise<{ readonly by: Phrase; readonly doer: string } | { readonly by: null; readonly doer: null }> => {
  const named = await namedIn(db, workspaceId, userId)
  if (named.email === null) return { by: null, doer: null }
  return { by: person(named, ''), doer: inSubject(named, '') }
}

/** The same for a sentence alone. */
export const saidIn = async (
  db: Knex,
  workspaceId: string,
  userId: string | null,
): Promise<Phrase | null> => {
  const { by } = await doerIn(db, workspaceId, userId)
  return by
}
