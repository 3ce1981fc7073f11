import { randomUUID } from 'node:crypto'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Platform } from '#platform/platform.ts'
import { untilReached } from './until-reached.ts'

export type Joined = { readonly userId: string; readonly participantId: string; readonly email: string }

const PER_APPEND = 500

/** Appends events to a workspace's stream without its rules. */
export const appendTo = async (
  { commands, positions }: Platform,
  workspaceId: string,
  all: readonly WorkspaceEvent[],
): Promise<void> => {
  for (let from = 0; from < all.length; from += PER_APPEND) {
    const events = all.slice(from, from + PER_APPEND)
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

/** Appends `ParticipantJoined` for approvers without accounts. */
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
