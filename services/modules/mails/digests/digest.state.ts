import type { Fold } from '#platform/commands/decider.ts'
import type { DigestEvent } from './digest.events.ts'

export type DigestState = {
  /** Ids of the requests of the deferred mails, each once, the oldest first. */
  readonly waiting: ReadonlySet<string>
  /** null: nothing waits. */
  readonly due: { readonly userId: string; readonly at: string } | null
}

export const digestFold: Fold<DigestState, DigestEvent> = {
  initialState: { waiting: new Set(), due: null },
  evolve(state, { type, data }) {
    if (type === 'DigestReleased') return digestFold.initialState
    const { userId, aboutRequestId, dueAt: at } = data
    return { waiting: new Set(state.waiting).add(aboutRequestId), due: { userId, at } }
  },
}
