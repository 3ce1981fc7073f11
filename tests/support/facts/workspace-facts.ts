import { expect } from 'vitest'
import { workspaceDecider, type WorkspaceCommand } from '#modules/workspaces/workspace.decider.ts'
import type { WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import type { Grant, WorkspaceState } from '#modules/workspaces/workspace.state.ts'

const workspaceId = 'w'
const inviting = { workspaceId, invitedBy: 'u-anna', language: 'de', generation: 1 } as const
const plain: Grant = { role: 'regular user', approver: true, requester: false }

const idsOf = (name: string) => ({ participantId: `p-${name}`, invitationId: `i-${name}` })
const accountOf = (name: string) => ({
  userId: `u-${name}`,
  email: null as unknown as string,
  addressHash: `h-${name}`,
})

/** As in production, personal fields are removed before events are folded. */
export const invited = (
  name: string,
  expiresAt: string,
  grant: Partial<Grant & { generation: number }> = {},
): WorkspaceEvent => {
  const { email, addressHash } = accountOf(name)
  return {
    type: 'ParticipantInvited',
    data: { ...inviting, ...idsOf(name), email, addressHash, ...plain, ...grant, expiresAt },
  }
}
export const joined = (name: string, grant: Partial<Grant> = {}): WorkspaceEvent => ({
  type: 'ParticipantJoined',
  data: { workspaceId, ...idsOf(name), ...accountOf(name), ...plain, ...grant },
})

/** An open workspace with a trial of the year 2026 and its admin Anna. */
export const opened: readonly WorkspaceEvent[] = [
  {
    type: 'WorkspaceCreated',
    data: {
      workspaceId,
      name: null,
      timezone: 'Europe/Berlin',
      trialStartsOn: '2026-01-01',
      trialEndsOn: '2026-12-31',
    },
  } as unknown as WorkspaceEvent,
  joined('anna', { role: 'admin', requester: true }),
]

export const stateOf = (...history: readonly WorkspaceEvent[]): WorkspaceState =>
  history.reduce(workspaceDecider.evolve, workspaceDecider.initialState)

export const decideOn = (command: WorkspaceCommand, ...history: readonly WorkspaceEvent[]) =>
  workspaceDecider.decide(command, stateOf(...history))

export const expectRejected = (
  command: WorkspaceCommand,
  code: string,
  ...history: readonly WorkspaceEvent[]
): void => expect(() => decideOn(command, ...history)).toThrow(expect.objectContaining({ code }))
