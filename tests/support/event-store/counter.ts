import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { Rejected } from '#contract/errors.ts'
import type { Decider } from '#platform/commands/decider.ts'
import type { CommandContext } from '#platform/commands/execute-command.ts'
import { clear, fact, personal, type EventOf } from '#platform/facts/facts.ts'

/** A minimal aggregate for tests of the platform: a counter with a limit. */
export const counterEvents = {
  Counted: fact(
    1,
    Type.Object({
      counterId: clear('id'),
      by: Type.Integer(),
      note: personal(Type.String(), { person: 'counterId' }),
    }),
  ),
} as const

type Counted = EventOf<typeof counterEvents>
export type Count = {
  readonly counterId: string
  readonly by: number
  readonly limit?: number
  readonly note?: string
}

export const counterDecider: Decider<number, Count, Counted> = {
  initialState: 0,
  evolve: (sum, { data }) => sum + data.by,
  decide: ({ counterId, by, limit = Infinity, note = 'a note' }, sum) => {
    if (by === 0) return []
    if (sum + by > limit) throw new Rejected('request.limit')
    return [{ type: 'Counted', data: { counterId, by, note } }]
  },
}

export const contextOf = (commandId: string = randomUUID(), content = 'c'): CommandContext => ({
  commandId,
  content,
  actor: { kind: 'system', userId: null, role: 'system' },
  at: new Date('2026-11-21T10:00:00Z'),
  requestId: null,
  client: null,
})
