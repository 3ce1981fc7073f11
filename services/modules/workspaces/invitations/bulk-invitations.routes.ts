import { asciiAddress } from '#contract/accounts/address.ts'
import { EMAIL_PATTERN } from '#contract/common.ts'
import type { Body } from '#contract/endpoint.ts'
import { Rejected } from '#contract/errors.ts'
import { inviteParticipants, type InvitedRow } from '#contract/workspaces/invitations.ts'
import type { Participant } from '#contract/workspaces/workspaces.ts'
import type { Fact } from '#platform/facts/facts.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Call, Routes } from '#platform/http/http.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { factsUntil } from '#projections/engine/queries/after-command.ts'
import { judgeRows, type InviteParticipants, type RateOfInvitations } from './invitation.decider.ts'
import { rememberInvited } from './invitation-token.store.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { participantsReply, type OfWorkspace } from '#modules/workspaces/workspace-reply.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { evolve, initialState, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import { INVITATIONS_BY_ADDRESS, INVITATIONS_BY_WORKSPACE } from '#modules/workspaces/workspaces.rates.ts'

type Outcomes = ReturnType<typeof judgeRows>
type Invite = Call<typeof inviteParticipants>

const emailPattern = new RegExp(EMAIL_PATTERN)
const isAddress = (email: string): boolean => email.length <= 254 && emailPattern.test(email)

export const bulkInvitationRoutes = (routes: Routes, platform: Platform): void => {
  const { config, throttle } = platform
  const onWorkspace = workspaceCommands(platform)

  const rowsOf = ({ participants }: Body<typeof inviteParticipants>, commandId: string) =>
    participants.map((participant, index) => {
      const email = asciiAddress(participant.email.trim())
      return {
        ...participant,
        email,
        addressHash: isAddress(email) ? addressHash(config.ADDRESS_KEY, email) : null,
        participantId: derivedId(commandId, 'participant', index),
        invitationId: derivedId(commandId, 'invitation', index),
      }
    })

  /** What came of the rows when this command, which is repeated, was executed: its own facts tell, and those before it. */
  const asThen = async (
    command: InviteParticipants,
    { commandId, position, workspaceId }: OfWorkspace & { readonly commandId: string },
  ): Promise<Outcomes> => {
    const facts = (await factsUntil(
      platform,
      workspaceStream(workspaceId),
      position!,
    )) as readonly Fact<WorkspaceEvent>[]
    const first = facts.findIndex(({ metadata }) => metadata.commandId === commandId)
    const before = facts.slice(0, first).reduce(evolve, initialState)
    const own = facts.slice(first)
    const invited = new Set(addressesOf(own))
    const now = new Date(own[0]!.metadata.at)
    // No fact says which rate it was. A workspace that has sent its last one sends nothing behind it.
    const last = command.rows.findLastIndex(({ addressHash: hash }) => hash !== null && invited.has(hash))
    const between = new Set(command.rows.slice(0, last).map(({ addressHash: hash }) => hash))
    const refusedBy = (hash: string) =>
      invited.has(hash) ? null : between.has(hash) ? 'invitation.too-often' : 'rate.exceeded'
    return judgeRows({ ...command, now, refusedBy }, known(before))
  }

  routes.command(inviteParticipants, (call: Invite) => {
    const { body, caller, commandId, now } = call
    const workspaceId = call.params.id
    const rows = rowsOf(body, commandId)
    /** By address, counted once however often the command is tried. */
    const counted = new Map<string, RateOfInvitations | null>()
    const command: InviteParticipants = {
      type: 'InviteParticipants',
      rows,
      refusedBy: (hash) => counted.get(hash) ?? null,
      invitedBy: caller.userId,
      language: caller.account?.language ?? call.language,
      now,
    }
    const count = async (hash: string) => {
      if (!(await throttle.allow(INVITATIONS_BY_WORKSPACE, workspaceId, now)))
        counted.set(hash, 'rate.exceeded')
      else if (await throttle.allow(INVITATIONS_BY_ADDRESS, hash, now)) counted.set(hash, null)
      else counted.set(hash, 'invitation.too-often')
    }
    /** Whom a rate refuses makes room for others, who are to be counted too. */
    const judge = async (state: WorkspaceState): Promise<Outcomes> => {
      for (;;) {
        const judged = judgeRows(command, known(state))
        const uncounted = addressesOf(judged).filter((hash) => !counted.has(hash))
        if (uncounted.length === 0) return judged
        for (const hash of uncounted) await count(hash)
      }
    }
    let outcomes: Outcomes = []
    return onWorkspace(call, {
      async command(state) {
        outcomes = await judge(state)
        return command
      },
      beforeAppend: (events) => rememberInvited(platform, events),
      reply(done) {
        const hashes = rows.flatMap(({ addressHash: hash }) => hash ?? [])
        const participants = participantsReply(platform, done, hashes)
        return async (behind) => {
          if (done.repeated) outcomes = await asThen(command, { ...done, commandId })
          const found = await participants(behind)
          const results = rows.map(({ email, addressHash: hash }, index) => ({
            row: index + 1,
            email,
            ...resultOf(outcomes[index]!, found.get(hash ?? '') ?? null),
          }))
          return { results }
        }
      },
    })
  })
}

const known = (state: WorkspaceState) => {
  if (state.kind === 'none') throw new Rejected('workspace.not-found')
  return state
}

const addressesOf = (outcomes: Outcomes): readonly string[] =>
  outcomes.flatMap((outcome) =>
    typeof outcome !== 'string' && outcome.type === 'ParticipantInvited' ? [outcome.data.addressHash] : [],
  )

const resultOf = (
  outcome: Outcomes[number],
  participant: Participant | null,
): Omit<InvitedRow, 'row' | 'email'> => {
  if (typeof outcome !== 'string') return { outcome: 'invited', reason: null, participant }
  if (outcome === 'participant.exists') return { outcome: 'already', reason: outcome, participant }
  return { outcome: 'invalid', reason: outcome, participant: null }
}
