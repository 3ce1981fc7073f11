import type { Codec } from '#platform/facts/event-codec.ts'
import type { Reactor } from '#platform/effects/run-reactor.ts'
import type { CommandReactor } from '#platform/effects/reactors.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'
import type { Knex } from 'knex'

/** Runs a command reactor. The checkpoint moves after each fact, so a failure repeats one fact only. */
export const toReactor = ({ name, on }: CommandReactor, codec: Codec, db: Knex): Reactor => ({
  name,
  types: new Set(Object.keys(on)),
  async react(events, to, move) {
    for (const fact of await codec.decode(events)) {
      const span = { name: `react ${name}`, kind: 'consumer' } as const
      await inSpanOf(fact.metadata.traceparent, span, () => on[fact.type]!(fact))
      await move(db, fact.position)
    }
    if (events.at(-1)?.position !== to) await move(db, to)
  },
})
