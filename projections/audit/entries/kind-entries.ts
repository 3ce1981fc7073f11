import type { InBoth } from '#contract/requests/kinds.ts'
import type { KindEvent } from '#modules/requests/kinds/kind.events.ts'
import type { Described } from '../described.ts'
import { isOwned } from '../owned.ts'

type Definition = NonNullable<KindEvent['data']['definition']>

/** In both languages: who reads the log is not who wrote it. */
const both = ({ de, en }: InBoth): string => (de === en ? de : `${de} / ${en}`)

/** A text of the definition, of the same owner. */
const said = (definition: unknown, say: (definition: Definition) => string): unknown => {
  if (!isOwned(definition)) return null
  const { value, of } = definition
  return { value: value === null ? null : say(value as Definition), of }
}

/** A required field has a star. */
const fieldsOf = ({ fields }: Definition): string =>
  fields.map(({ label, required }) => both(label) + (required ? '*' : '')).join(', ')

/** The audit entries of kinds of request. */
export const kindEntries = {
  KindWritten: ({ kindId: id, version, definition }: KindEvent['data']): Described => {
    const name = said(definition, (kind) => both(kind.name))
    return {
      action: 'kind.written',
      target: { kind: 'kind', id, label: name },
      fields: { version, name, fields: said(definition, fieldsOf) },
    }
  },
} as const
