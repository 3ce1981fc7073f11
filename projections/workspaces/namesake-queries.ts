import type { Knex } from 'knex'

type Named = { readonly email: string | null; readonly name: string | null }

/**
 * Returns the first of the participants whose name looks like this one's; undefined without one. With `since`, the revision of a name, undefined
 * also if the name has changed again, and others count only if they were named before: else the later event makes two alike. Ignores dead letters:
 * the mail about it reads the names again.
 */
export const firstNamesake = async (
  db: Knex,
  participantId: string,
  since?: number,
): Promise<string | undefined> => {
  const row = await db('participants as p')
    .join('participants as other', (on) => on.on(db.raw('other.looks && p.looks')))
    .where({ 'p.id': participantId })
    .whereNot({ 'other.id': participantId })
    .whereNot({ 'other.invite': 'revoked' })
    .modify((found) => {
      if (since !== undefined)
        found.where({ 'p.name_revision': since }).where('other.name_revision', '<', since)
    })
    .orderBy(['other.created_at', 'other.id'])
    .first('other.id')
  return row?.id
}

/**
 * Returns two participants, and whether their names look alike; undefined if a row is missing. Ignores dead letters: it tells the admins only what
 * the rows say.
 */
export const twoPeople = async (
  db: Knex,
  participantId: string,
  otherId: string,
): Promise<{ readonly person: Named; readonly other: Named; readonly isAlike: boolean } | undefined> => {
  const row = await db('participants as p')
    .join('participants as o', 'o.workspace_id', 'p.workspace_id')
    .where({ 'p.id': participantId, 'o.id': otherId })
    .first(
      'p.email',
      'p.name',
      'o.email as other_email',
      'o.name as other_name',
      db.raw(`p.looks && o.looks AS is_alike`),
    )
  if (!row) return undefined
  const { email, name, other_email, other_name, is_alike } = row
  return {
    person: { email, name },
    other: { email: other_email, name: other_name },
    isAlike: is_alike === true,
  }
}
