import {
  SerializerSelector,
  type Serializer,
  type SerializerFactory,
} from '@fastify/fast-json-stringify-compiler'

const build = SerializerSelector()
const known = new Map<string, Serializer>()

/**
 * Compiles each shape of a reply once per process. Six of seven replies of the routes are errors, all of one shape;
 * only their descriptions differ.
 */
export const buildSerializer: SerializerFactory = (externalSchemas, options) => {
  const compile = build(externalSchemas, options)
  return (route) => {
    const { description: _, ...shape } = route.schema as { readonly description?: string }
    const text = JSON.stringify(shape)
    const serializer = known.get(text) ?? compile({ ...route, schema: shape })
    known.set(text, serializer)
    return serializer
  }
}
