import { bySystem } from '#platform/commands/execute-command.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { dueRequests } from '#projections/requests/queries.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

const AT_ONCE = 200

/** Makes it a fact that a request's time is over, if it is. */
export const expire = async (
  { commands }: Pick<Platform, 'commands'>,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
  at: Date,
): Promise<void> => {
  await commands.execute({
    decider: requestDecider,
    stream: requestStream(id),
    workspaceId,
    // The same for whoever notices first: a request expires once.
    context: bySystem(derivedId('expire', id), at),
    command: { type: 'Expire', at },
  })
}

/** The same for every request that is due; to be repeated. Answers how many it found. */
export const expireDue = async ({ commands, db, clock, log }: Platform): Promise<number> => {
  const now = clock.now()
  const due = await dueRequests(db, now, AT_ONCE)
  for (const request of due) {
    // One that cannot be read must not keep the others from their end.
    await expire({ commands }, request, now).catch((error: unknown) =>
      log.error({ requestId: request.id, error: String(error) }, 'a request could not expire'),
    )
  }
  return due.length
}
