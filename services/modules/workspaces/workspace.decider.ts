import { Rejected } from '#contract/errors.ts'
import type { ExportFormat } from '#contract/workspaces/history-export.ts'
import type { WorkingHours } from '#contract/workspaces/approving/working-hours.ts'
import type { Workspace } from '#contract/workspaces/workspaces.ts'
import type { Decider } from '#platform/commands/decider.ts'
import {
  contradictionRules,
  type NoticeContradiction,
} from '#modules/workspaces/history/contradiction.decider.ts'
import { offerRules, type OfferCommand } from '#modules/workspaces/subscription/offer.decider.ts'
import {
  invitationRules,
  type InvitationCommand,
} from '#modules/workspaces/invitations/invitation.decider.ts'
import {
  participantRules,
  type ParticipantCommand,
} from '#modules/workspaces/participants/participant.decider.ts'
import {
  nameRules,
  takenOver,
  type AccountName,
  type CorrectName,
  type NoticeNamesake,
  type TakeOverName,
} from '#modules/workspaces/name.decider.ts'
import { muteRules, type MuteApprovals } from '#modules/workspaces/mutes/approval-mute.decider.ts'
import { callBackRules, type ChangeCallBack } from '#modules/workspaces/call-back/call-back.decider.ts'
import { endRules, type ChangeEnd } from '#modules/workspaces/subscription/end.decider.ts'
import { absenceRules, type SetAbsence } from '#modules/workspaces/absence/absence.decider.ts'
import { groupRules, type GroupCommand } from '#modules/workspaces/groups/group.decider.ts'
import { kindChangeRules, type KindChangeCommand } from '#modules/workspaces/kinds/kind-change.decider.ts'
import { periodRules, type PeriodCommand } from '#modules/workspaces/subscription/period.decider.ts'
import type { ApproveChange } from '#modules/workspaces/changes/act.decider.ts'
import {
  approveChange,
  changeRules,
  withOvertaken,
  type ChangeCommand,
} from '#modules/workspaces/changes/change.decider.ts'
import {
  counted,
  isEvent,
  judge,
  type GivenBy,
  type Judged,
} from '#modules/workspaces/protection/second-admin.decider.ts'
import { liftRules, type LiftCommand } from '#modules/workspaces/protection/lift.decider.ts'
import { reminderRules, type ReminderCommand } from '#modules/workspaces/readiness/reminder.decider.ts'
import { severalRules, type ChangeParticipants } from '#modules/workspaces/several/joint-change.decider.ts'
import { recordDeadlines, type RecordDeadlines } from './deadline.decider.ts'
import { KEPT_DAYS, type WorkspaceEvent } from './workspace.events.ts'
import {
  evolve,
  initialState,
  isKept,
  type Account,
  type KnownWorkspace,
  type WorkspaceState,
} from './workspace.state.ts'
import { hoursChanged } from './working-hours/hours-change.decider.ts'

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
  /** What the account of the creator says about its name; absent if it was never named. */
  readonly named?: AccountName
}
export type ChangeSettings = {
  readonly type: 'ChangeSettings'
  readonly name?: string
  readonly description?: string
  readonly billing?: { readonly email: string; readonly addressHash: string }
  readonly timezone?: string
  /** Always needs a second admin. */
  readonly peopleProtected?: boolean
  readonly drillResultsByPerson?: boolean
  /** Whether an admin alone may decide what nobody can decide in time. */
  readonly breakGlass?: boolean
  readonly workingHours?: WorkingHours
  /** The texts that stand. They are personal, so the state does not hold them. */
  readonly current?: Pick<Workspace, 'name' | 'description'>
}
/** `addressHash`: the address that the link was mailed to. */
export type ConfirmBillingAddress = { readonly type: 'ConfirmBillingAddress'; readonly addressHash: string }
export type CompleteOnboarding = { readonly type: 'CompleteOnboarding' }

export type DeleteWorkspace = { readonly type: 'DeleteWorkspace'; readonly now: Date }

/** Also valid for a deleted workspace during its retention period. */
export type ExportHistory = {
  readonly type: 'ExportHistory'
  readonly format: ExportFormat
  readonly now: Date
}

/** Records that the workspace's keys are destroyed. */
export type EraseWorkspace = { readonly type: 'EraseWorkspace' }

/** Commands that need an open workspace. */
export type OpenWorkspaceCommand = Given & { readonly by?: GivenBy }
type Given =
  | ChangeCallBack
  | ChangeEnd
  | ChangeSettings
  | ConfirmBillingAddress
  | ChangeCommand
  | ChangeParticipants
  | CompleteOnboarding
  | CorrectName
  | DeleteWorkspace
  | GroupCommand
  | InvitationCommand
  | KindChangeCommand
  | LiftCommand
  | MuteApprovals
  | ParticipantCommand
  | PeriodCommand
  | ReminderCommand
  | SetAbsence
  | NoticeContradiction
  | NoticeNamesake
  | OfferCommand
  | TakeOverName
export type WorkspaceCommand =
  | CreateWorkspace
  | EraseWorkspace
  | ExportHistory
  | RecordDeadlines
  | OpenWorkspaceCommand

const create = (command: CreateWorkspace): WorkspaceEvent[] => {
  const { workspaceId, participantId, name, description, timezone, trialStartsOn, trialEndsOn, named } =
    command
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
    ...(named ? [takenOver({ workspaceId, participantId, userId: command.creator.userId }, named)] : []),
  ]
}

/** An empty description equals none. A billing address that has not agreed is asked again. */
const newSettings = (
  { name, description, billing, timezone, current }: ChangeSettings,
  state: KnownWorkspace,
) => ({
  ...(name !== undefined && name !== current?.name && { name }),
  ...(description !== undefined && (description || null) !== current?.description && { description }),
  ...(billing &&
    billing.addressHash !== state.confirmedBillingHash && {
      billingUser: billing.email,
      billingAddressHash: billing.addressHash,
    }),
  ...(timezone !== undefined && timezone !== state.timezone && { timezone }),
})

const changeSettings = (command: ChangeSettings, state: KnownWorkspace): WorkspaceEvent[] => {
  const changes = newSettings(command, state)
  const workspaceId = state.id
  const settings: WorkspaceEvent[] =
    Object.keys(changes).length === 0
      ? []
      : [{ type: 'WorkspaceSettingsChanged', data: { workspaceId, ...changes } }]
  settings.push(...hoursChanged(command.workingHours, state))
  const { peopleProtected = state.peopleProtected, drillResultsByPerson: byPerson, breakGlass } = command
  if (byPerson !== undefined && byPerson !== state.drillResultsByPerson)
    settings.push({ type: 'DrillResultsChanged', data: { workspaceId, byPerson } })
  if (breakGlass !== undefined && breakGlass !== state.breakGlass)
    settings.push({ type: 'BreakGlassAllowed', data: { workspaceId, allowed: breakGlass } })
  if (peopleProtected === state.peopleProtected) return settings
  return [...settings, { type: 'PeopleProtectionChanged', data: { workspaceId, protected: peopleProtected } }]
}

const confirmBillingAddress = (
  { addressHash }: ConfirmBillingAddress,
  { id: workspaceId, billingAddressHash, confirmedBillingHash }: KnownWorkspace,
): WorkspaceEvent[] => {
  if (addressHash !== billingAddressHash) throw new Rejected('token.not-found')
  if (addressHash === confirmedBillingHash) return []
  return [{ type: 'BillingAddressConfirmed', data: { workspaceId, billingAddressHash } }]
}

const completeOnboarding = (_command: CompleteOnboarding, state: KnownWorkspace): WorkspaceEvent[] =>
  state.needsOnboarding ? [{ type: 'OnboardingCompleted', data: { workspaceId: state.id } }] : []

const deleteWorkspace = ({ now }: DeleteWorkspace, { id: workspaceId }: KnownWorkspace): WorkspaceEvent[] => {
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
type Ruled = Exclude<Given, ApproveChange>
type Rules = { readonly [T in Ruled['type']]: Rule<Extract<Ruled, { type: T }>> }

const rules: Rules = {
  ...absenceRules,
  ChangeSettings: changeSettings,
  ConfirmBillingAddress: confirmBillingAddress,
  CompleteOnboarding: completeOnboarding,
  DeleteWorkspace: deleteWorkspace,
  ...callBackRules,
  ...changeRules,
  ...contradictionRules,
  ...endRules,
  ...groupRules,
  ...invitationRules,
  ...kindChangeRules,
  ...liftRules,
  ...muteRules,
  ...nameRules,
  ...offerRules,
  ...participantRules,
  ...periodRules,
  ...reminderRules,
  ...severalRules,
}

const run = (command: Ruled, state: KnownWorkspace): readonly WorkspaceEvent[] =>
  (rules[command.type] as Rule<Ruled>)(command, state)

/** Throws `workspace.too-few-admins` if nobody could decide a change while people are protected. */
const requireAdminsWithDevices = ({ by, ...command }: OpenWorkspaceCommand, state: KnownWorkspace): void => {
  const isSwitchedOn =
    command.type === 'ChangeSettings' && command.peopleProtected === true && !state.peopleProtected
  if (isSwitchedOn && typeof by === 'object' && !by.adminsHaveDevices)
    throw new Rejected('workspace.too-few-admins')
}

/** The events of a command, and the changes that it waits for. */
export const judgeCommand = (command: OpenWorkspaceCommand, state: KnownWorkspace): readonly Judged[] => {
  if (command.type === 'ApproveChange') return approveChange(command, state, run)
  requireAdminsWithDevices(command, state)
  return judge(run(command, state), state, command.by)
}

const decide = (command: WorkspaceCommand, state: WorkspaceState): readonly WorkspaceEvent[] => {
  if (command.type === 'CreateWorkspace') return state.kind === 'none' ? create(command) : []
  if (command.type === 'EraseWorkspace') return erase(state)
  if (command.type === 'ExportHistory') return exportHistory(command, state)
  if (command.type === 'RecordDeadlines') return state.kind === 'open' ? recordDeadlines(command, state) : []
  if (state.kind !== 'open')
    throw new Rejected(command.type === 'AcceptInvitation' ? 'invitation.not-found' : 'workspace.not-found')
  return withOvertaken(counted(judgeCommand(command, state).filter(isEvent)), state)
}

export const workspaceDecider: Decider<WorkspaceState, WorkspaceCommand, WorkspaceEvent> = {
  initialState,
  evolve,
  decide,
}
