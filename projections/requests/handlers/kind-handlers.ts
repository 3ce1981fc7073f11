import { allEvents } from '#modules/all.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

type Fields = NonNullable<DataOf<'FieldsFilled'>['filled']>['fields']

/** The same payee in other letters is the same: upper case, spaces and punctuation do not count. */
export const payeeOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** The payee of a request and the IBAN that it names for them; of several IBANs the one whose field has this name. */
const payeeIn = (fields: Fields) => {
  const payee = fields.find(({ name, type }) => name === 'payee' && type === 'line')
  const ibans = fields.filter(({ type }) => type === 'iban')
  const iban = ibans.find(({ name }) => name === 'iban') ?? ibans[0]
  if (!payee || !iban) return null
  return { payee: payeeOf(payee.value as string), field: iban.name, iban: iban.value as string }
}

/** The handlers of kinds and of what is filled in. Part of `projection.ts`. */
export const kindHandlers = handlers(allEvents, requestsTables, {
  FieldsFilled({ data: { requestId, workspaceId, kindId, kindVersion, filled } }, changes) {
    const people = filled?.fields.flatMap(({ type, value }) => (type === 'person' ? (value as string) : []))
    const kind = { kind_id: kindId, kind_version: kindVersion }
    changes.patch('requests', { id: requestId, ...kind, filled, filled_people: people ?? null })
    const paid = payeeIn(filled?.fields ?? [])
    if (paid === null) return
    changes.put('request_ibans', {
      request_id: requestId,
      workspace_id: workspaceId,
      ...paid,
      approved_at: null,
    })
  },
  KindWritten({ data: { kindId, workspaceId, version, builtIn, definition }, metadata }, changes) {
    const row = { id: kindId, version, definition }
    const isFirst = version === (builtIn === null ? 1 : 2)
    if (!isFirst) return changes.patch('request_kinds', row)
    const own = { workspace_id: workspaceId, built_in: builtIn, created_at: metadata.at }
    changes.put('request_kinds', { ...row, ...own })
  },
})
