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
import { giverOf } from '#modules/workspaces/protection/asking.ts'
import { waitingIn, type GivenBy } from '#modules/workspaces/protection/second-admin.decider.ts'
import { judgeRows, type InviteParticipants, type InvitationRate } from './invitation.decider.ts'
import { storeInvitationTokens } from './invitation-token.store.ts'
import { workspaceCommands } from '#modules/workspaces/workspace-commands.ts'
import { changeReply, participantsReply, type WorkspaceDone } from '#modules/workspaces/workspace-reply.ts'
import { workspaceStream, type WorkspaceEvent } from '#modules/workspaces/workspace.events.ts'
import { evolve, initialState, type WorkspaceState } from '#modules/workspaces/workspace.state.ts'
import {
  CHANGES_BY_WORKSPACE,
  INVITATIONS_BY_ADDRESS,
  invitationRate,
} from '#modules/workspaces/workspaces.rates.ts'

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

  /** The outcomes of a command that is repeated, derived from its own events and the state before them. */
  const earlierOutcomes = async (
    command: InviteParticipants,
    { commandId, position, workspaceId }: WorkspaceDone & { readonly commandId: string },
  ): Promise<Outcomes> => {
    const facts = (await factsUntil(
      platform,
      workspaceStream(workspaceId),
      position!,
    )) as readonly Fact<WorkspaceEvent>[]
    const first = facts.findIndex(({ metadata }) => metadata.commandId === commandId)
    const before = facts.slice(0, first).reduce(evolve, initialState)
    const ownFacts = facts.slice(first)
    const invited = new Set(addressesOf(ownFacts).map(({ hash }) => hash))
    const now = new Date(ownFacts[0]!.metadata.at)
    // No event records which rate refused a row. Once the workspace's rate is exceeded, no later row is invited, so a refusal
    // before the last invited row was the rate of the address.
    const last = command.rows.findLastIndex(({ addressHash: hash }) => hash !== null && invited.has(hash))
    const beforeLast = new Set(command.rows.slice(0, last).map(({ addressHash: hash }) => hash))
    const refusedBy = (hash: string) =>
      invited.has(hash) ? null : beforeLast.has(hash) ? 'invitation.too-often' : 'rate.exceeded'
    return judgeRows({ ...command, now, refusedBy }, requireKnown(before))
  }

  routes.command(inviteParticipants, async (call: Invite) => {
    const { body, caller, commandId, now } = call
    const workspaceId = call.params.id
    const rows = rowsOf(body, commandId)
    /** The rate that refuses an address, by address hash; counted once across all attempts. */
    const counted = new Map<string, InvitationRate | null>()
    const commandBy = (by: GivenBy): InviteParticipants => ({
      type: 'InviteParticipants',
      rows,
      refusedBy: (hash) => counted.get(hash) ?? null,
      invitedBy: caller.userId,
      language: caller.account?.language ?? call.language,
      now,
      by,
    })
    /** Changes are counted here, and their invitations once they are sent. */
    const count = async (state: WorkspaceState, { hash, isChange }: Counted) => {
      if (isChange)
        counted.set(
          hash,
          (await throttle.allow(CHANGES_BY_WORKSPACE, workspaceId, now)) ? null : 'rate.exceeded',
        )
      else if (!(await throttle.allow(invitationRate(state, now), workspaceId, now)))
        counted.set(hash, 'rate.exceeded')
      else if (await throttle.allow(INVITATIONS_BY_ADDRESS, hash, now)) counted.set(hash, null)
      else counted.set(hash, 'invitation.too-often')
    }
    /** A row that a rate refuses frees its seat for a later row, which must then be counted too. */
    const judge = async (command: InviteParticipants, state: WorkspaceState): Promise<Outcomes> => {
      for (;;) {
        const judged = judgeRows(command, requireKnown(state))
        const uncounted = addressesOf(judged).filter(({ hash }) => !counted.has(hash))
        if (uncounted.length === 0) return judged
        for (const next of uncounted) await count(state, next)
      }
    }
    let outcomes: Outcomes = []
    const { position, reply, done, state } = await onWorkspace(call, {
      async command(known) {
        const command = commandBy(await giverOf(platform, call, { state: known, asks: {} }))
        outcomes = await judge(command, known)
        return command
      },
      beforeAppend: (events) => storeInvitationTokens(platform, events),
      reply(told) {
        const hashes = rows.flatMap(({ addressHash: hash }) => hash ?? [])
        return participantsReply(platform, told, hashes)
      },
    })
    if (done.repeated) {
      const command = commandBy(await giverOf(platform, call, { state, asks: {} }))
      outcomes = await earlierOutcomes(command, { ...done, commandId })
    }
    const results = async (behind: boolean): Promise<InvitedRow[]> => {
      const found = await reply(behind)
      return rows.map(({ email, addressHash: hash }, index) => ({
        row: index + 1,
        email,
        ...resultOf(outcomes[index]!, found.get(hash ?? '') ?? null),
      }))
    }
    const changeId = outcomes.map(changeOf).find((id) => id !== null)
    if (!changeId) return { position, reply: async (behind) => ({ results: await results(behind) }) }
    return {
      position,
      waits: true,
      reply: async (behind) => ({
        change: await changeReply(platform, done, changeId)(behind),
        results: await results(behind),
      }),
    }
  })
}

const requireKnown = (state: WorkspaceState) => {
  if (state.kind === 'none') throw new Rejected('workspace.not-found')
  return state
}

type Counted = { readonly hash: string; readonly isChange: boolean }

/** The addresses to which an invitation is sent, or that a change is about. */
const addressesOf = (outcomes: Outcomes): readonly Counted[] =>
  outcomes.flatMap((outcome): Counted[] => {
    if (typeof outcome === 'string' || 'waitsFor' in outcome) return []
    if (outcome.type === 'ParticipantInvited') return [{ hash: outcome.data.addressHash, isChange: false }]
    const hash = outcome.type === 'ChangeAsked' ? outcome.data.addressHash : undefined
    return hash === undefined ? [] : [{ hash, isChange: true }]
  })

/** The id of the change that a row waits for; null for none. */
const changeOf = (outcome: Outcomes[number]): string | null =>
  (typeof outcome === 'string' ? undefined : waitingIn([outcome])[0]) ?? null

const resultOf = (
  outcome: Outcomes[number],
  participant: Participant | null,
): Omit<InvitedRow, 'row' | 'email'> => {
  const changeId = changeOf(outcome)
  if (changeId !== null) return { outcome: 'waiting', reason: null, participant: null, changeId }
  if (typeof outcome !== 'string') return { outcome: 'invited', reason: null, participant }
  if (outcome === 'participant.exists') return { outcome: 'already', reason: outcome, participant }
  return { outcome: 'invalid', reason: outcome, participant: null }
}
