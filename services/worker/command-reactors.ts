import { sharedReads } from '#platform/commands/shared-reads.ts'
import type { Reactor } from '#platform/effects/run-reactor.ts'
import type { CommandReactor } from '#platform/effects/reactors.ts'
import type { Platform } from '#platform/platform.ts'
import { inSpanOf } from '#platform/watch/tracing.ts'

/** Runs a command reactor. It tells of each fact, so a failure repeats one fact only. */
export const toReactor = (
  { name, on }: CommandReactor,
  { codec, commands }: Pick<Platform, 'codec' | 'commands'>,
): Reactor => ({
  name,
  types: new Set(Object.keys(on)),
  async react(events, to, { reached }) {
    const streams = sharedReads(commands, performance.now())
    for (const fact of await codec.decode(events)) {
      const span = { name: `react ${name}`, kind: 'consumer' } as const
      await inSpanOf(fact.metadata.traceparent, span, () => on[fact.type]!(fact, streams))
      await reached(fact.position)
    }
    if (events.at(-1)?.position !== to) await reached(to)
  },
})
