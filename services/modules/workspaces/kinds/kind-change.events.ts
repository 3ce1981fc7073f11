import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'
import { EarlierDefinition, KindDefinition, parks } from '#contract/requests/fields/kind-definition.ts'

/** Part of the stream `workspace-<workspaceId>`: what a second admin approved. The kinds themselves have a stream of their own. */

const id = clear('id')

const ofWorkspace = { workspace: 'workspaceId' }
const approved = {
  workspaceId: id,
  changeId: id,
  kindId: id,
  /** The one that it becomes. */
  version: Type.Integer({ minimum: 1 }),
}

export const kindChangeEvents = {
  /** A kind of request is written, once, unless its version has moved on. */
  KindApproved: fact(
    3,
    Type.Object({ ...approved, definition: personal(KindDefinition, ofWorkspace) }),
    { 1: (data) => data, 2: (data) => data },
    {
      schema: Type.Object({ ...approved, definition: personal(EarlierDefinition, ofWorkspace) }),
      downcast(data) {
        if (parks(data['definition'])) throw new Rejected('program.upgrading')
        return data
      },
    },
  ),
} as const

export type KindChangeEvent = EventOf<typeof kindChangeEvents>
