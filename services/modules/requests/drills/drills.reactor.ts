import type { Fact } from '#platform/facts/facts.ts'
import { reactionTo } from '#platform/effects/reactors.ts'
import type { Platform } from '#platform/platform.ts'
import { drillsWaitingFor } from '#projections/requests/drill-queries.ts'
import { drillDecider, type DrillCommand } from './drill.decider.ts'
import { drillStream } from './drill.events.ts'

type Services = Pick<Platform, 'commands' | 'clock' | 'db'>

/** What drills do in reaction to events; part of the reactor of requests. */
export const drillReactions = ({ commands, clock, db }: Services, reactor: string) => {
  const execute = (fact: Fact, stream: string, workspaceId: string | null, command: DrillCommand) =>
    commands.execute({
      decider: drillDecider,
      stream,
      workspaceId,
      context: reactionTo(fact, `${reactor} drills`, clock.now()),
      command,
    })
  return {
    /** Ends the drill once nobody has left to answer. The system ends it, so that nothing says who was the last. */
    async end(fact: Fact, { drillId }: { readonly drillId: string }) {
      const { latest } = (await commands.load(drillDecider, fact.stream)).state
      if (!latest) throw new Error('the stream of drills has no drill')
      const command = { type: 'EndDrill', drillId, at: new Date(fact.metadata.at) } as const
      await execute(fact, fact.stream, latest.workspaceId, command)
    },
    /** A real call check wins: it takes the place of a drill of the people whom it asks. */
    async overtake(fact: Fact, userIds: readonly string[]) {
      const at = new Date(fact.metadata.at)
      const waiting = await drillsWaitingFor(db, userIds, at)
      for (const workspaceId of new Set(waiting.map((one) => one.workspaceId)))
        await execute(fact, drillStream(workspaceId), null, { type: 'OvertakeDrill', userIds, at })
    },
  }
}
