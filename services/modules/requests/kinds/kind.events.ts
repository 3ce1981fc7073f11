import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { words } from '#contract/common.ts'
import { BUILT_IN_KINDS, FIELD_TYPES, MAX_NAMES } from '#contract/requests/kinds.ts'
import { definitionFields, earlierFields, parks } from '#contract/requests/fields/kind-definition.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** Stream `kinds-<workspaceId>`: the kinds of request of a workspace, each with its versions. */

const id = clear('id')
const retired = {
  /** The fields of earlier versions that this one has not: their names keep their types. */
  retired: Type.Array(Type.Object({ name: Type.String(), type: words(FIELD_TYPES) }), {
    maxItems: MAX_NAMES,
  }),
}
const written = {
  workspaceId: id,
  kindId: id,
  /** From 1, without gaps; from 2 for a built-in kind, whose version 1 is the program's. */
  version: Type.Integer({ minimum: 1 }),
  builtIn: Type.Union([words(BUILT_IN_KINDS), Type.Null()]),
}
const ofWorkspace = { workspace: 'workspaceId' }

export const kindEvents = {
  /** A kind as it is from now on. An admin wrote all of it, so all of it is sealed. */
  KindWritten: fact(
    4,
    Type.Object({
      ...written,
      definition: personal(Type.Object({ ...definitionFields, ...retired }), ofWorkspace),
    }),
    { 1: (data) => data, 2: (data) => data, 3: (data) => data },
    {
      schema: Type.Object({
        ...written,
        definition: personal(Type.Object({ ...earlierFields, ...retired }), ofWorkspace),
      }),
      downcast(data) {
        if (parks(data['definition'])) throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
} as const

export type KindEvent = EventOf<typeof kindEvents>
export const kindsStream = (workspaceId: string): string => `kinds-${workspaceId}`
