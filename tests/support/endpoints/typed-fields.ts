import { endpoints, type ContractEndpoint } from './endpoints.ts'

/** A text field of a body, named `operation field`, such as `requests.create title`. */
export type TextField = {
  readonly name: string
  readonly endpoint: ContractEndpoint
  readonly field: string
  /** As a fault names it: of the first row of each list. */
  readonly place: string
  readonly schema: TextSchema
}
export type TextSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  /** Present where people type: see `typedText`. */
  readonly 'x-typed'?: 'one' | 'many'
  readonly anyOf?: readonly TextSchema[]
  readonly items?: TextSchema
  readonly properties?: Readonly<Record<string, TextSchema>>
}

const textsIn = (schema: TextSchema, path: string): readonly (readonly [string, TextSchema])[] => [
  ...(schema.type === 'string' && schema.const === undefined ? [[path, schema] as const] : []),
  ...(schema.anyOf ?? []).flatMap((one) => textsIn(one, path)),
  ...(schema.items ? textsIn(schema.items, `${path}.0`) : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    textsIn(one, path === '' ? name : `${path}.${name}`),
  ),
]

/** Nobody may type one yet: rules are refused. */
const isNotTaken = ({ operation }: ContractEndpoint, place: string): boolean =>
  operation === 'kinds.write' && place.startsWith('rules.')

/** Every text field of every body, found in the schemas of the contract. */
export const textFields: readonly TextField[] = endpoints.flatMap((endpoint) =>
  textsIn((endpoint.body ?? {}) as TextSchema, '')
    .filter(([place]) => !isNotTaken(endpoint, place))
    .map(([place, schema]) => {
      const field = place.replaceAll('.0', '')
      return { name: `${endpoint.operation} ${field}`, endpoint, field, place, schema }
    }),
)
