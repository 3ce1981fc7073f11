import { randomUUID } from 'node:crypto'
import { workspaceDecider } from '#modules/workspaces/workspace.decider.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Platform } from '#platform/platform.ts'
import { untilReached } from './until-reached.ts'

export type Joined = { readonly userId: string; readonly participantId: string; readonly email: string }

const AT_ONCE = 500

/** Lets everybody join as an approver who may not ask, by facts alone: nobody has an account. */
export const joinAsApprovers = async (
  { commands, config, positions }: Platform,
  workspaceId: string,
  emails: readonly string[],
): Promise<readonly Joined[]> => {
  const people = emails.map((email) => ({ userId: randomUUID(), participantId: randomUUID(), email }))
  for (let from = 0; from < people.length; from += AT_ONCE) {
    const events = people.slice(from, from + AT_ONCE).map((person): WorkspaceEvent => {
      const hash = addressHash(config.ADDRESS_KEY, person.email)
      const flags = { role: 'regular user', approver: true, requester: false } as const
      const data = { workspaceId, ...person, addressHash: hash, ...flags, invitationId: null }
      return { type: 'ParticipantJoined', data }
    })
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
  return people
}
