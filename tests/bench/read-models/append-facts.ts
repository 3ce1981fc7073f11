import { randomUUID } from 'node:crypto'
import { userStream } from '#modules/accounts/user.events.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { ExpectedRevision, NewEvent } from '#platform/event-store/event-store.ts'
import type { Codec } from '#platform/facts/event-codec.ts'
import type { AnyEvent } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'

export type Placement = {
  readonly stream: string
  readonly workspaceId: string | null
  readonly expected: ExpectedRevision
}

/** Encodes facts as one command would store them. */
export const encodeFacts = (
  codec: Pick<Codec, 'encode'>,
  { stream, workspaceId, expected }: Placement,
  events: readonly AnyEvent[],
): Promise<readonly NewEvent[]> => {
  const commandId = randomUUID()
  return codec.encode(events, {
    stream,
    firstRevision: expected === 'no_stream' ? 0 : expected + 1,
    previousHash: null,
    metadata: {
      commandId,
      fingerprint: commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { kind: 'system', userId: null, role: 'system' },
      workspaceId,
      at: '2026-01-01T00:00:00.000Z',
      requestId: null,
      client: null,
    },
  })
}

export const appendFacts = async (
  { codec, eventStore }: Pick<Platform, 'codec' | 'eventStore'>,
  placed: Placement,
  events: readonly AnyEvent[],
): Promise<void> => {
  const encoded = await encodeFacts(codec, placed, events)
  await eventStore.append(placed.stream, placed.expected, encoded, { timeoutMs: 60_000 })
}

export type Approver = { readonly userId: string; readonly participantId: string; readonly email: string }

const AT_ONCE = 100

const joinEvents = (
  workspaceId: string,
  { userId, participantId, email }: Approver,
  isInvited: boolean,
): AnyEvent[] => {
  const invitationId = isInvited ? randomUUID() : null
  const who = { workspaceId, participantId, email, addressHash: `a1:${userId}`, invitationId }
  const flags = { role: 'regular user', approver: true, requester: true }
  const joined = { type: 'ParticipantJoined', data: { ...who, ...flags, userId } }
  if (!isInvited) return [joined]
  const until = { generation: 1, expiresAt: '2026-01-08T00:00:00.000Z', language: 'en' }
  return [{ type: 'ParticipantInvited', data: { ...who, ...flags, ...until, invitedBy: userId } }, joined]
}

/**
 * Appends the facts of `count` approvers with accounts to a workspace whose stream is at `revision`. `areInvited`: with an
 * invitation each, for which a worker would send mails.
 */
export const appendApprovers = async (
  platform: Platform,
  {
    workspaceId,
    revision,
    areInvited,
  }: { readonly workspaceId: string; readonly revision: number; readonly areInvited: boolean },
  count: number,
): Promise<readonly Approver[]> => {
  const people = Array.from({ length: count }, (_, i) => ({
    userId: randomUUID(),
    participantId: randomUUID(),
    email: `approver.${i}.${workspaceId.slice(0, 8)}@example.com`,
  }))
  let expected = revision
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = people.slice(done, done + AT_ONCE)
    const events = some.flatMap((person) => joinEvents(workspaceId, person, areInvited))
    await appendFacts(platform, { stream: workspaceStream(workspaceId), workspaceId, expected }, events)
    expected += events.length
    await Promise.all(
      some.map(({ userId, email }) =>
        appendFacts(platform, { stream: userStream(userId), workspaceId: null, expected: 'no_stream' }, [
          {
            type: 'UserSignedUp',
            data: { userId, email, addressHash: `a1:${userId}`, role: 'regular user', language: 'en' },
          },
          { type: 'EmailVerified', data: { userId, role: 'regular user' } },
        ]),
      ),
    )
  }
  return people
}
