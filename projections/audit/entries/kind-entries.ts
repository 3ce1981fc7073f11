import type { InBoth } from '#contract/requests/kinds.ts'
import type { KindEvent } from '#modules/requests/kinds/kind.events.ts'
import type { KindChangeEvent } from '#modules/workspaces/kinds/kind-change.events.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import type { Described } from '../described.ts'
import { isOwned } from '../owned.ts'

type Definition = Pick<NonNullable<KindEvent['data']['definition']>, 'name' | 'fields'>

/** In both languages: who reads the log is not who wrote it. */
export const both = ({ de, en }: InBoth): string => (de === en ? de : `${de} / ${en}`)

/** A text of a personal value, of the same owner. */
export const said = <T>(whole: T | null, say: (whole: T) => string): unknown => {
  const owned: unknown = whole
  if (!isOwned(owned)) return null
  const { value, of } = owned
  return { value: value === null ? null : say(value as T), of }
}

/** A required field has a star. */
export const fieldsOf = ({ fields }: Definition): string =>
  fields.map(({ label, required }) => both(label) + (required ? '*' : '')).join(', ')

type FilledData = Extract<RequestEvent, { type: 'FieldsFilled' }>['data']
type Filled = NonNullable<FilledData['filled']>

const valueIn = ({ value, option }: Filled['fields'][number]): string => {
  if (option !== undefined) return both(option)
  return typeof value === 'string' ? value : `${value.value} ${value.currency}`
}

/** What lists show of a request, but for people and files, which stand there by their ids. */
const listedIn = ({ fields }: Filled): string =>
  fields
    .filter(({ type, listed }) => listed && type !== 'person' && type !== 'file')
    .map((field) => `${both(field.label)}: ${valueIn(field)}`)
    .join('; ')

/** The entry of what was filled in. */
export const filledEntry = ({ requestId: id, filled }: FilledData): Described => ({
  action: 'request.fields-filled',
  target: { kind: 'request', id },
  fields: { kind: said(filled, ({ kind }) => both(kind.name)), filled: said(filled, listedIn) },
})

/** The audit entries of kinds of request. */
export const kindEntries = {
  /** A second admin has approved it. What it says then stands in the entry of the kind. */
  KindApproved: ({ kindId: id, definition }: KindChangeEvent['data']): Described => ({
    action: 'kind.approved',
    target: { kind: 'kind', id, label: said(definition, (kind) => both(kind.name)) },
  }),
  KindWritten: ({ kindId: id, version, definition }: KindEvent['data']): Described => {
    const name = said(definition, (kind) => both(kind.name))
    return {
      action: 'kind.written',
      target: { kind: 'kind', id, label: name },
      fields: { version, name, fields: said(definition, fieldsOf) },
    }
  },
} as const
