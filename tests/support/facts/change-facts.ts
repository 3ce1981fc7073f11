import type { WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import { CHANGE_DAYS, type Asker } from '#modules/workspaces/protection/second-admin.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { decideOn, joined, opened } from './workspace-facts.ts'

/** Facts and commands of decider tests about changes that need a second admin. */

export const now = new Date('2026-03-02T10:00:00.000Z')
export const later = new Date(now.getTime() + CHANGE_DAYS * 86_400_000)

/** The admin who gives a command. */
export const asker = (name: string, changeId = 'c', given: Partial<Asker> = {}): { by: Asker } => ({
  by: {
    userId: `u-${name}`,
    email: `${name}@example.com`,
    changeId: (index) => (index === 0 ? changeId : `${changeId}-${index}`),
    salt: () => 'salt',
    targetEmail: 'target@example.com',
    adminsHaveDevices: true,
    now,
    ...given,
  },
})
export const promote = (name: string) => ({ type: 'PromoteParticipant', participantId: `p-${name}` }) as const
export const remove = (name: string) => ({ type: 'RemoveParticipant', participantId: `p-${name}` }) as const
export const invite = (name: string, given: object = {}) => ({
  type: 'InviteParticipant' as const,
  participantId: `p-${name}`,
  invitationId: `i-${name}`,
  email: `${name}@example.com`,
  addressHash: `h-${name}`,
  invitedBy: 'u-anna',
  role: 'regular user' as const,
  approver: true,
  requester: false,
  language: 'de' as const,
  now,
  ...given,
})

const protection = (isOn: boolean): WorkspaceEvent => ({
  type: 'PeopleProtectionChanged',
  data: { workspaceId: 'w', protected: isOn },
})
export const on = protection(true)
export const off = protection(false)
export const asking = { approver: false, requester: true }
/** Anna and Cleo are admins, Ben makes requests. */
export const people = [...opened, joined('cleo', { role: 'admin' }), joined('ben', asking)]
export const team = [...people, on]

export const typesOf = (events: readonly WorkspaceEvent[]) => events.map(({ type }) => type)
export const after = (command: WorkspaceCommand, ...facts: readonly WorkspaceEvent[]) => [
  ...facts,
  ...decideOn(command, ...facts),
]
/** Anna asks that Ben becomes an admin. */
export const asked = after({ ...promote('ben'), ...asker('anna') }, ...team)
