import type { BelegChange } from '#contract/beleg/beleg.ts'
import { isErasedChange } from '#contract/beleg/export-wording.ts'
import type { Change } from '#contract/workspaces/change.ts'

/** What a change says in a Beleg. */

/** Null once erased; `salt` is null also where nothing was typed. */
export const changeContent = (
  change: Change,
  { salt }: { readonly salt: string | null },
): { readonly content: BelegChange; readonly isErased: boolean } => {
  const { action, target, changes, state, requestedBy, requestedAt, expiresAt } = change
  const isErased = isErasedChange({ salt, changes })
  return {
    content: {
      action,
      target: { kind: target.kind, id: target.id },
      changes,
      salt,
      state,
      requestedBy: requestedBy.participantId,
      requestedAt,
      expiresAt,
    },
    isErased,
  }
}

/** The participants whom a change names. */
export const namedInChange = ({ target, people = [], requestedBy, decidedBy }: Change): readonly string[] => [
  requestedBy.participantId,
  ...(decidedBy ? [decidedBy.participantId] : []),
  ...(target.kind === 'participant' ? [target.id] : []),
  ...people.map(({ participantId }) => participantId),
]
