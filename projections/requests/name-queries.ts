import type { Knex } from 'knex'

/** The name of a participant, also of a former one, as an SQL expression. */
export const nameOf = (participantId: string): string =>
  `(SELECT n.name FROM request_names AS n WHERE n.participant_id = ${participantId})`

/** Whether a participant and another one of the workspace have names that look alike, as SQL; null for nobody. It counts, as `ALIKE` does. */
export const alikeOf = (
  participantId: string,
): string => `(SELECT mine.is_current AND mine.looks IS NOT NULL AND (
    SELECT count(*) FROM request_names AS other
    WHERE other.looks && mine.looks AND other.participant_id <> mine.participant_id AND other.is_current) > 0
  FROM request_names AS mine WHERE mine.participant_id = ${participantId})`

/** The part of a person that says so. */
export const marked = (alike: boolean | null | undefined): { readonly alike?: true } =>
  alike ? { alike } : {}

/** The names of the people of request `r`, and whether the names of the two look like others'. */
export const PEOPLE = `${nameOf('r.requester_id')} AS requester_name, ${nameOf('r.approver_id')} AS approver_name,
  ${nameOf('r.decided_by_id')} AS decided_by_name,
  ${alikeOf('r.requester_id')} AS requester_alike, ${alikeOf('r.approver_id')} AS approver_alike`
export type PeopleNames = {
  readonly requester_name?: string | null
  readonly approver_name?: string | null
  readonly decided_by_name?: string | null
  readonly requester_alike?: boolean | null
  readonly approver_alike?: boolean | null
}

type Named = { readonly name: string | null; readonly alike: boolean | null }
export type Names = ReadonlyMap<string, Named>

/** Names by participant id, and whether they look like others'. Ignores dead letters: a name that is missing leaves the address. */
export const namesOf = async (db: Knex, participantIds: readonly (string | null)[]): Promise<Names> => {
  const rows: readonly (Named & { readonly participant_id: string })[] = await db('request_names as n')
    .whereRaw('participant_id = ANY (?::uuid[])', [participantIds.filter((id) => id !== null)] as never[])
    .select('participant_id', 'name', db.raw(`${alikeOf('n.participant_id')} AS alike`))
  return new Map(rows.map((row) => [row.participant_id, row]))
}
