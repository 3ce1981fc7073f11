import { Rejected } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/workspaces/history-export.ts'
import type { Decider } from '#platform/commands/decider.ts'
import { requestOffer, type RequestOffer } from '#modules/workspaces/subscription/offer.decider.ts'
import {
  invitationRules,
  type InvitationCommand,
} from '#modules/workspaces/invitations/invitation.decider.ts'
import {
  participantRules,
  type ParticipantCommand,
} from '#modules/workspaces/participants/participant.decider.ts'
import { periodRules, type PeriodCommand } from '#modules/workspaces/subscription/period.decider.ts'
import { recordDeadlines, type PassTime } from './time.decider.ts'
import { KEPT_DAYS, type WorkspaceEvent } from './workspace.events.ts'
import {
  evolve,
  initialState,
  isKept,
  type Account,
  type KnownWorkspace,
  type WorkspaceState,
} from './workspace.state.ts'

export type CreateWorkspace = {
  readonly type: 'CreateWorkspace'
  readonly workspaceId: string
  readonly participantId: string
  readonly name: string
  readonly description?: string
  readonly timezone: string
  readonly trialStartsOn: string
  readonly trialEndsOn: string
  readonly creator: Account
}
export type ChangeSettings = {
  readonly type: 'ChangeSettings'
  readonly name?: string
  readonly description?: string
  readonly billing?: { readonly email: string; readonly addressHash: string }
  readonly timezone?: string
}
/** The wizard is done with. */
export type CompleteOnboarding = { readonly type: 'CompleteOnboarding' }

/** Nobody does anything in it any more. */
export type DeleteWorkspace = { readonly type: 'DeleteWorkspace'; readonly now: Date }

/** Somebody takes a copy of its audit log, also of one that is closed, for as long as it is kept. */
export type ExportHistory = {
  readonly type: 'ExportHistory'
  readonly format: ExportFormat
  readonly now: Date
}

/** Its keys are destroyed. */
export type EraseWorkspace = { readonly type: 'EraseWorkspace' }

/** Asked of a workspace that is open. */
type WithinWorkspace =
  | ChangeSettings
  | CompleteOnboarding
  | DeleteWorkspace
  | InvitationCommand
  | ParticipantCommand
  | PeriodCommand
  | RequestOffer
export type WorkspaceCommand = CreateWorkspace | EraseWorkspace | ExportHistory | PassTime | WithinWorkspace

const create = (command: CreateWorkspace): WorkspaceEvent[] => {
  const { workspaceId, participantId, name, description, timezone, trialStartsOn, trialEndsOn } = command
  return [
    {
      type: 'WorkspaceCreated',
      data: {
        workspaceId,
        name,
        ...(description !== undefined && { description }),
        timezone,
        trialStartsOn,
        trialEndsOn,
      },
    },
    {
      type: 'ParticipantJoined',
      data: {
        workspaceId,
        participantId,
        ...command.creator,
        role: 'admin',
        approver: true,
        requester: true,
        invitationId: null,
      },
    },
  ]
}

/** Whether a personal field changes cannot be known here, so what is given is a change. */
const changeSettings = (command: ChangeSettings, state: KnownWorkspace): WorkspaceEvent[] => {
  const { name, description, billing } = command
  const timezone = command.timezone === state.timezone ? undefined : command.timezone
  const changed = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(billing !== undefined && { billingUser: billing.email, billingAddressHash: billing.addressHash }),
    ...(timezone !== undefined && { timezone }),
  }
  if (Object.keys(changed).length === 0) return []
  return [{ type: 'WorkspaceSettingsChanged', data: { workspaceId: state.id, ...changed } }]
}

const completeOnboarding = (_command: CompleteOnboarding, state: KnownWorkspace): WorkspaceEvent[] =>
  state.needsOnboarding ? [{ type: 'OnboardingCompleted', data: { workspaceId: state.id } }] : []

const deletion = ({ now }: DeleteWorkspace, { id: workspaceId }: KnownWorkspace): WorkspaceEvent[] => {
  const erasesAt = new Date(now.getTime() + KEPT_DAYS * 86_400_000).toISOString()
  return [{ type: 'WorkspaceDeleted', data: { workspaceId, erasesAt } }]
}

const erase = (state: WorkspaceState): WorkspaceEvent[] =>
  state.kind === 'none' || state.kind === 'erased'
    ? []
    : [{ type: 'WorkspaceErased', data: { workspaceId: state.id } }]

const exportHistory = ({ format, now }: ExportHistory, state: WorkspaceState): WorkspaceEvent[] => {
  if (!isKept(state, now)) throw new Rejected('workspace.not-found')
  return [{ type: 'HistoryExported', data: { workspaceId: state.id, format } }]
}

type Rule<C> = (command: C, state: KnownWorkspace) => readonly WorkspaceEvent[]
type Rules = { readonly [T in WithinWorkspace['type']]: Rule<Extract<WithinWorkspace, { type: T }>> }

const rules: Rules = {
  ChangeSettings: changeSettings,
  CompleteOnboarding: completeOnboarding,
  DeleteWorkspace: deletion,
  RequestOffer: requestOffer,
  ...invitationRules,
  ...participantRules,
  ...periodRules,
}

const decide = (command: WorkspaceCommand, state: WorkspaceState): readonly WorkspaceEvent[] => {
  if (command.type === 'CreateWorkspace') return state.kind === 'none' ? create(command) : []
  if (command.type === 'EraseWorkspace') return erase(state)
  if (command.type === 'ExportHistory') return exportHistory(command, state)
  if (command.type === 'PassTime') return state.kind === 'open' ? recordDeadlines(command, state) : []
  if (state.kind !== 'open')
    throw new Rejected(command.type === 'AcceptInvitation' ? 'invitation.not-found' : 'workspace.not-found')
  return (rules[command.type] as Rule<WithinWorkspace>)(command, state)
}

export const workspaceDecider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  initialState,
  evolve,
  decide,
}
