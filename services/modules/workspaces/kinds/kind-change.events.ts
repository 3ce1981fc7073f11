import Type from 'typebox'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'
import { KindDefinition } from '#contract/requests/fields/kind-definition.ts'

/** Part of the stream `workspace-<workspaceId>`: what a second admin approved. The kinds themselves have a stream of their own. */

const id = clear('id')

export const kindChangeEvents = {
  /** A kind of request is written, once, unless its version has moved on. */
  KindApproved: fact(
    1,
    Type.Object({
      workspaceId: id,
      changeId: id,
      kindId: id,
      /** The one that it becomes. */
      version: Type.Integer({ minimum: 1 }),
      definition: personal(KindDefinition, { workspace: 'workspaceId' }),
    }),
  ),
} as const

export type KindChangeEvent = EventOf<typeof kindChangeEvents>
