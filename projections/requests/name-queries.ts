import type { Knex } from 'knex'

/** The name of a participant, also of a former one, as an SQL expression. */
export const nameOf = (participantId: string): string =>
  `(SELECT n.name FROM request_names AS n WHERE n.participant_id = ${participantId})`

/** The names of the people of request `r`. */
export const PEOPLE = `${nameOf('r.requester_id')} AS requester_name, ${nameOf('r.approver_id')} AS approver_name,
  ${nameOf('r.decided_by_id')} AS decided_by_name`
export type PeopleNames = {
  readonly requester_name?: string | null
  readonly approver_name?: string | null
  readonly decided_by_name?: string | null
}

export type Names = ReadonlyMap<string, string | null>

/** Names by participant id. Ignores dead letters: a name that is missing leaves the address. */
export const namesOf = async (db: Knex, participantIds: readonly (string | null)[]): Promise<Names> => {
  const rows: readonly { readonly participant_id: string; readonly name: string | null }[] = await db(
    'request_names',
  )
    .whereRaw('participant_id = ANY (?::uuid[])', [participantIds.filter((id) => id !== null)] as never[])
    .select('participant_id', 'name')
  return new Map(rows.map(({ participant_id: id, name }) => [id, name]))
}
