import type { Knex } from 'knex'
import type { ChangedIban } from '#contract/requests/fields/filled.ts'

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

/** The participants with these ids, as an SQL expression: an object by id; null for none. */
const peopleIn = (ids: string): string =>
  `(SELECT jsonb_object_agg(p.participant_id, jsonb_build_object('email', p.email, 'name', ${nameOf('p.participant_id')},
    'alike', ${alikeOf('p.participant_id')}))
  FROM unnest(${ids}) AS one (id) JOIN request_participants AS p ON p.participant_id = one.id::uuid)`

/** The IBAN that was approved last for the payee of request `r`, before it was decided, if it names another one. */
const CHANGED_IBAN = `(SELECT CASE WHEN old.iban <> own.iban THEN
    jsonb_build_object('field', own.field, 'before', old.iban, 'approvedAt', old.approved_at, 'requestId', old.request_id) END
  FROM request_ibans AS own JOIN request_ibans AS old ON old.workspace_id = own.workspace_id AND old.payee = own.payee
    AND old.approved_at IS NOT NULL AND old.request_id <> own.request_id
    AND old.approved_at <= coalesce(r.decided_at, 'infinity')
  WHERE own.request_id = r.id ORDER BY old.approved_at DESC, old.request_id LIMIT 1)`

/** The names of the people of request `r`, and whether the names of the two look like others'. */
export const PEOPLE = `${nameOf('r.requester_id')} AS requester_name, ${nameOf('r.approver_id')} AS approver_name,
  ${nameOf('r.decided_by_id')} AS decided_by_name, ${nameOf('r.decided_for_id')} AS decided_for_name,
  ${nameOf('r.glass_confirmed_by_id')} AS glass_confirmed_by_name,
  ${alikeOf('r.requester_id')} AS requester_alike, ${alikeOf('r.approver_id')} AS approver_alike,
  ${peopleIn('r.filled_people')} AS people_filled,
  ${CHANGED_IBAN} AS changed_iban`
export type PeopleNames = {
  readonly requester_name?: string | null
  readonly approver_name?: string | null
  readonly decided_by_name?: string | null
  readonly decided_for_name?: string | null
  readonly glass_confirmed_by_name?: string | null
  readonly requester_alike?: boolean | null
  readonly approver_alike?: boolean | null
  /** The people whom its fields name, by participant id. */
  readonly people_filled?: PeopleFilled | null
  readonly changed_iban?: ChangedIban | null
}
export type PeopleFilled = Readonly<
  Record<
    string,
    { readonly email: string | null; readonly name: string | null; readonly alike: boolean | null }
  >
>

/** People by participant id. Ignores dead letters: somebody who is missing has no name. */
export const peopleFilledBy = async (db: Knex, ids: readonly string[]): Promise<PeopleFilled> => {
  const { rows } = await db.raw(`SELECT ${peopleIn('?::text[]')} AS people`, [ids as never])
  return rows[0].people ?? {}
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
