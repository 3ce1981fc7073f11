import type { Platform } from '#platform/platform.ts'
import { commandReactor, type CommandReactor, type ReactorStreams } from '#platform/effects/reactors.ts'
import { allEvents } from '#modules/all.events.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { createRuns } from './runs.ts'

/**
 * Remembers whom approved payment runs have paid, so that the next one shows what is new. An own reactor, because reading a large run
 * takes a second, for which no other reaction waits.
 */
export const paymentRunReactor = (platform: Platform): CommandReactor => {
  const runs = createRuns(platform)
  type Approving = {
    readonly data: { readonly requestId: string }
    readonly metadata: { readonly at: string }
  }
  const learn = async (
    { data: { requestId }, metadata }: Approving,
    { load }: ReactorStreams = platform.commands,
  ) => {
    const { state } = await load(requestDecider, requestStream(requestId))
    if (state.kind === 'none') return
    for (const { id } of state.files) await runs.learn(id, requestId, new Date(metadata.at))
  }
  // What one person alone has approved stays unknown until a second one confirms it.
  return commandReactor(allEvents, 'payment-runs', { RequestApproved: learn, GlassConfirmed: learn })
}
