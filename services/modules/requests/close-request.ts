import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { dueRequests, type DueRequest } from '#projections/requests/pending-queries.ts'
import { requestDecider } from './request.decider.ts'
import { requestStream } from './request.events.ts'

/** Closes a pending request that has expired at `at` (see `agreedTime`). The derived command id makes concurrent calls close it once. */
export const expireRequest = async (
  { commands }: Pick<Platform, 'commands'>,
  { id, workspaceId }: Pick<DueRequest, 'id' | 'workspaceId'>,
  at: Date,
): Promise<void> => {
  await commands.execute({
    decider: requestDecider,
    stream: requestStream(id),
    workspaceId,
    context: bySystem(derivedId('expire', id), at),
    command: { type: 'Expire', at },
  })
}

export const expiringRequests = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<DueRequest> => ({
  name: 'requests',
  next: (now, page) => dueRequests(db, now, page),
  act: (request, now) => expireRequest({ commands }, request, now),
})

/** Closes a pending request whose requester is unavailable, without waiting for the reactor. Concurrent calls close it once. */
export const closeWithoutRequester = async (
  { commands }: Pick<Platform, 'commands'>,
  request: { readonly requestId: string; readonly workspaceId: string; readonly requesterId: string },
  at: Date,
): Promise<void> => {
  const { requestId, workspaceId, requesterId: participantId } = request
  await commands.execute({
    decider: requestDecider,
    stream: requestStream(requestId),
    workspaceId,
    context: bySystem(derivedId('requester-unavailable', requestId), at),
    command: { type: 'CloseAsUnavailable', participantId, as: ['requester'] },
  })
}
