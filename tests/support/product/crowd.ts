import { randomUUID } from 'node:crypto'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Platform } from '#platform/platform.ts'
import { untilReached } from './until-reached.ts'

export type Joined = { readonly userId: string; readonly participantId: string; readonly email: string }

const AT_ONCE = 500

/** Appends facts of a workspace, some at a time, whatever its rules say. */
export const appendTo = async (
  { commands, positions }: Platform,
  workspaceId: string,
  all: readonly WorkspaceEvent[],
): Promise<void> => {
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const events = all.slice(from, from + AT_ONCE)
    const { position } = await commands.execute({
      decider: { ...workspaceDecider, decide: () => events },
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: {
        commandId: randomUUID(),
        content: 'crowd',
        actor: { kind: 'anonymous', userId: null, role: null },
        at: new Date(),
        requestId: null,
        client: null,
      },
      command: null,
    })
    await untilReached(positions, position!)
  }
}

/** Lets everybody join as an approver who may not ask, by facts alone: nobody has an account. */
export const joinAsApprovers = async (
  platform: Platform,
  workspaceId: string,
  emails: readonly string[],
): Promise<readonly Joined[]> => {
  const people = emails.map((email) => ({ userId: randomUUID(), participantId: randomUUID(), email }))
  const events = people.map((person): WorkspaceEvent => {
    const hash = addressHash(platform.config.ADDRESS_KEY, person.email)
    const flags = { role: 'regular user', approver: true, requester: false } as const
    const data = { workspaceId, ...person, addressHash: hash, ...flags, invitationId: null }
    return { type: 'ParticipantJoined', data }
  })
  await appendTo(platform, workspaceId, events)
  return people
}
