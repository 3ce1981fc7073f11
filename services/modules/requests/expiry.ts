import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { dueRequests, type DueRequest } from '#projections/requests/queries.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

/** Makes it a fact that a request's time is over, if it is; `at`: see `agreedTime`. */
export const expire = async (
  { commands }: Pick<Platform, 'commands'>,
  { id, workspaceId }: Pick<DueRequest, 'id' | 'workspaceId'>,
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

/** Requests whose time is over. */
export const expiringRequests = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<DueRequest> => ({
  name: 'requests',
  next: (now, page) => dueRequests(db, now, page),
  act: (request, now) => expire({ commands }, request, now),
})
