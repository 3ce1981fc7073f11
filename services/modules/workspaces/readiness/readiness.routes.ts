import { readiness, remindLaggards } from '#contract/workspaces/readiness.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import { factsUntil } from '#projections/engine/queries/after-command.ts'
import { laggardsIn, readinessOf } from '#projections/workspaces/readiness-queries.ts'
import { storeInvitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { INVITATIONS_BY_ADDRESS, invitationRate } from '#modules/workspaces/workspaces.rates.ts'
import { isInvitationToRemind, type ReminderCommand } from './reminder.decider.ts'

/** What a reminder is. */
const TYPES = ['ParticipantInvited', 'DeviceReminded']

export const readinessRoutes = (routes: Routes, platform: Platform): void => {
  const { db, throttle } = platform
  const onWorkspace = workspaceCommands(platform)

  routes.query(readiness, ({ params, now }) => readinessOf(db, params.id, now))

  routes.command(remindLaggards, async (call) => {
    const { body, caller, commandId, now } = call
    const { lacks } = body
    const workspaceId = call.params.id
    /** Whether the rates of invitations allow one more to this participant; counted once across all attempts. */
    const counted = new Map<string, boolean>()
    const isAllowed = async (state: WorkspaceState, participantId: string): Promise<boolean> => {
      const member = state.kind === 'none' ? undefined : state.members.get(participantId)
      if (state.kind === 'none' || !isInvitationToRemind(member, state, now)) return false
      const known = counted.get(participantId)
      if (known !== undefined) return known
      const allowed =
        (await throttle.allow(invitationRate(state, now), workspaceId, now)) &&
        (await throttle.allow(INVITATIONS_BY_ADDRESS, member.addressHash, now))
      counted.set(participantId, allowed)
      return allowed
    }
    const commandOn = async (state: WorkspaceState): Promise<ReminderCommand> => {
      const laggards = await laggardsIn(db, { workspaceId, lacks }, now)
      if (lacks === 'device')
        return {
          type: 'RemindOfDevice',
          participantIds: laggards.map(({ participantId }) => participantId),
          now,
        }
      const people: { participantId: string; email: string }[] = []
      for (const { participantId, email } of laggards)
        if (email !== null && (await isAllowed(state, participantId))) people.push({ participantId, email })
      const language = caller.account?.language ?? call.language
      return { type: 'RemindInvited', people, invitedBy: caller.userId, language, now }
    }
    const { position, done } = await onWorkspace(call, {
      command: commandOn,
      beforeAppend: (events) => storeInvitationTokens(platform, events),
      reply: () => () => ({}),
    })
    const own =
      position === null
        ? []
        : (await factsUntil(platform, workspaceStream(workspaceId), position, TYPES)).filter(
            ({ metadata }) => metadata.commandId === commandId,
          )
    return { position: done.position, reply: async () => ({ reminded: own.length }) }
  })
}
