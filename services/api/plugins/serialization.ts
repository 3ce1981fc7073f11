import {
  SerializerSelector,
  type Serializer,
  type SerializerFactory,
} from '@fastify/fast-json-stringify-compiler'

const build = SerializerSelector()
const knownShapes = new Map<string, Serializer>()
/** A route has the same schema in each API of a process. */
const knownSchemas = new WeakMap<object, Serializer>()

/**
 * Compiles each shape of a reply once per process. Six of seven replies of the routes are errors, all of one shape;
 * only their descriptions differ.
 */
export const buildSerializer: SerializerFactory = (externalSchemas, options) => {
  const compile = build(externalSchemas, options)
  return (route) => {
    const schema = route.schema as { readonly description?: string }
    const known = knownSchemas.get(schema)
    if (known) return known
    const { description: _, ...shape } = schema
    const text = JSON.stringify(shape)
    const serializer = knownShapes.get(text) ?? compile({ ...route, schema: shape })
    knownShapes.set(text, serializer)
    knownSchemas.set(schema, serializer)
    return serializer
  }
}
