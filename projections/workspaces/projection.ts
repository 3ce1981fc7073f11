import { allEvents } from '#modules/all.events.ts'
import { forgetting } from '../engine/definition/erasure.ts'
import { handlers, type Projection } from '../engine/definition/projection.ts'
import { changeHandlers, UNSEALED_OF_CHANGES } from './change-handlers.ts'
import { groupHandlers, NOT_AWAY } from './group-handlers.ts'
import { nameHandlers, namedIn } from './name-handlers.ts'
import { NO_LIFT, protectionHandlers } from './protection.ts'
import { workspacesTables } from './tables.ts'

const NO_NUMBERS = {
  number_1: null,
  number_1_counts_from: null,
  number_2: null,
  number_2_counts_from: null,
}

/** The columns of an offer that nobody has answered. */
const NO_ANSWER = { offer_answered_at: null, offer_answered_by: null, offer_note: null }

/** Workspaces and their participants, invitees and changes. */
export const workspacesProjection: Projection = {
  name: 'workspaces',
  version: 25,
  tables: workspacesTables,
  unseals: {
    WorkspaceCreated: ['name', 'description'],
    WorkspaceSettingsChanged: ['name', 'description', 'billingUser'],
    ActivityPeriodAdded: ['reason'],
    ActivityPeriodChanged: ['reason'],
    ParticipantInvited: ['email', 'name'],
    InviteeNamed: ['name'],
    ParticipantNamed: ['name'],
    ParticipantJoined: ['email'],
    CallBackNumberChanged: ['number'],
    ProtectionLiftStarted: ['reason'],
    OfferAnswered: ['note'],
    GroupWritten: ['name'],
    ChangeAsked: UNSEALED_OF_CHANGES,
    ChangeApproved: ['email'],
    ChangeRefused: ['email'],
    ChangeOvertaken: ['email'],
  },
  handlers: {
    ...forgetting({
      workspaces: {
        workspace: 'id',
        columns: {
          name: {},
          description: {},
          lift_reason: {},
          offer_note: {},
          billing_user: { address: 'billing_address_hash' },
        },
      },
      periods: { workspace: 'workspace_id', columns: { reason: {} } },
      participants: {
        workspace: 'workspace_id',
        columns: {
          email: { person: 'user_id', address: 'address_hash' },
          name: { person: 'user_id', address: 'address_hash' },
          looks: { person: 'user_id', address: 'address_hash' },
          number_1: { person: 'user_id' },
          number_2: { person: 'user_id' },
        },
      },
      groups: { workspace: 'workspace_id', columns: { name: {} } },
      changes: {
        workspace: 'workspace_id',
        columns: {
          requester_email: { person: 'requester_user_id' },
          target_email: { person: 'target_user_id' },
          invited_email: { address: 'address_hash' },
          invited_name: { address: 'address_hash' },
          salt: { address: 'address_hash' },
          number: { person: 'target_user_id' },
          number_salt: { person: 'target_user_id' },
          group_name: {},
          group_salt: {},
          request_kind: {},
          kind_salt: {},
          decider_email: { person: 'decider_user_id' },
        },
      },
    }),
    ...protectionHandlers,
    ...changeHandlers,
    ...nameHandlers,
    ...groupHandlers,
    ...handlers(allEvents, workspacesTables, {
      WorkspaceCreated({ data, metadata }, changes) {
        changes.put('workspaces', {
          id: data.workspaceId,
          name: data.name,
          description: data.description ?? null,
          timezone: data.timezone,
          billing_user: null,
          billing_address_hash: null,
          billing_confirmed: false,
          needs_onboarding: true,
          trial_starts_on: data.trialStartsOn,
          trial_ends_on: data.trialEndsOn,
          created_at: metadata.at,
          closed_at: null,
          erases_at: null,
          told_start_of: null,
          told_end_of: null,
          reminded_of: null,
          offer_id: null,
          offer_requested_at: null,
          ...NO_ANSWER,
          people_protected: false,
          break_glass: false,
          drill_results_by_person: false,
          working_hours: null,
          ...NO_LIFT,
        })
      },
      WorkspaceSettingsChanged({ data }, changes) {
        const { workspaceId: id, name, description, billingUser, timezone } = data
        changes.patch('workspaces', {
          id,
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(billingUser !== undefined && {
            billing_user: billingUser,
            billing_address_hash: data.billingAddressHash,
            billing_confirmed: false,
          }),
          ...(timezone !== undefined && { timezone }),
        })
      },
      ActivityPeriodAdded({ data, metadata }, changes) {
        changes.put('periods', {
          id: data.periodId,
          workspace_id: data.workspaceId,
          kind: data.kind,
          starts_on: data.startsOn,
          ends_on: data.endsOn,
          seats: data.seats,
          reason: data.reason ?? null,
          created_at: metadata.at,
        })
      },
      ActivityPeriodChanged({ data }, changes) {
        changes.patch('periods', { id: data.periodId, ends_on: data.endsOn, reason: data.reason })
      },
      TrialEnded({ data: { workspaceId: id, endsOn } }, changes) {
        changes.patch('workspaces', { id, told_start_of: null, told_end_of: endsOn })
      },
      SubscriptionStarted({ data: { workspaceId: id, startsOn } }, changes) {
        changes.patch('workspaces', { id, told_start_of: startsOn, told_end_of: null })
      },
      SubscriptionEnded({ data: { workspaceId: id, endsOn } }, changes) {
        changes.patch('workspaces', { id, told_start_of: null, told_end_of: endsOn })
      },
      PaymentReminderIssued({ data }, changes) {
        changes.patch('workspaces', { id: data.workspaceId, reminded_of: data.endsOn })
      },
      WorkingHoursChanged({ data: { workspaceId: id, ...workingHours } }, changes) {
        changes.patch('workspaces', { id, working_hours: workingHours })
      },
      DrillResultsChanged({ data: { workspaceId: id, byPerson } }, changes) {
        changes.patch('workspaces', { id, drill_results_by_person: byPerson })
      },
      BillingAddressConfirmed({ data }, changes) {
        changes.patch('workspaces', { id: data.workspaceId, billing_confirmed: true })
      },
      OnboardingCompleted({ data }, changes) {
        changes.patch('workspaces', { id: data.workspaceId, needs_onboarding: false })
      },
      OfferRequested({ data, metadata }, changes) {
        const { workspaceId: id, offerId } = data
        changes.patch('workspaces', { id, offer_id: offerId, offer_requested_at: metadata.at, ...NO_ANSWER })
      },
      OfferAnswered({ data: { workspaceId: id, answeredBy, note = null }, metadata }, changes) {
        changes.patch('workspaces', {
          id,
          offer_answered_at: metadata.at,
          offer_answered_by: answeredBy,
          offer_note: note,
        })
      },
      WorkspaceClosed({ data, metadata }, changes) {
        changes.patch('workspaces', { id: data.workspaceId, closed_at: metadata.at })
      },
      WorkspaceDeleted({ data, metadata }, changes) {
        const { workspaceId: id, erasesAt } = data
        changes.patch('workspaces', { id, closed_at: metadata.at, erases_at: erasesAt })
      },
      ParticipantInvited({ data, metadata, revision }, changes) {
        // Stays after the participant has left: a repeated command must still find its workspace.
        const { invitationId, workspaceId, role } = data
        changes.put('invitations', { id: invitationId, workspace_id: workspaceId, role })
        const invited = {
          id: data.participantId,
          email: data.email,
          address_hash: data.addressHash,
          role: data.role,
          approver: data.approver,
          requester: data.requester,
          invite: 'pending' as const,
          invited_by: data.invitedBy,
          invitation_expires_at: data.expiresAt,
          invited_at: metadata.at,
          ...(data.name !== undefined && namedIn(workspaceId, data.name, revision)),
        }
        if (data.generation > 1) return changes.patch('participants', invited)
        changes.put('participants', {
          ...namedIn(workspaceId, null, revision),
          ...invited,
          workspace_id: data.workspaceId,
          user_id: null,
          active: true,
          invitation_id: data.invitationId,
          joined_at: null,
          told_expiry_of: null,
          reminded_at: null,
          ...NO_NUMBERS,
          ...NOT_AWAY,
          created_at: metadata.at,
        })
      },
      ParticipantJoined({ data, metadata, revision }, changes) {
        const joined = {
          id: data.participantId,
          user_id: data.userId,
          email: data.email,
          address_hash: data.addressHash,
          role: data.role,
          approver: data.approver,
          requester: data.requester,
          active: true,
          invite: 'accepted' as const,
          joined_at: metadata.at,
        }
        if (data.invitationId !== null) return changes.patch('participants', joined)
        changes.put('participants', {
          ...joined,
          ...namedIn(data.workspaceId, null, revision),
          workspace_id: data.workspaceId,
          invitation_id: null,
          invited_by: null,
          invitation_expires_at: null,
          told_expiry_of: null,
          reminded_at: null,
          ...NO_NUMBERS,
          ...NOT_AWAY,
          invited_at: metadata.at,
          created_at: metadata.at,
        })
      },
      InvitationRevoked({ data }, changes) {
        changes.patch('participants', { id: data.participantId, invite: 'revoked' })
      },
      InvitationExpired({ data }, changes) {
        changes.patch('participants', { id: data.participantId, told_expiry_of: data.expiresAt })
      },
      ParticipantActivityChanged({ data }, changes) {
        changes.patch('participants', { id: data.participantId, active: data.active })
      },
      ParticipantRightsChanged({ data }, changes) {
        const { participantId: id, approver, requester } = data
        changes.patch('participants', { id, approver, requester })
      },
      DeviceReminded({ data }, changes) {
        changes.patch('participants', { id: data.participantId, reminded_at: data.remindedAt })
      },
      ParticipantPromoted({ data }, changes) {
        changes.patch('participants', { id: data.participantId, role: data.role })
      },
      CallBackNumberChanged({ data: { participantId: id, place, number, countsFrom } }, changes) {
        changes.patch('participants', {
          id,
          [`number_${place}`]: number,
          [`number_${place}_counts_from`]: countsFrom,
        })
      },
      CallBackNumberRemoved({ data }, changes) {
        changes.patch('participants', { id: data.participantId, ...NO_NUMBERS })
      },
      ApprovalsMuted({ data }, changes) {
        const { participantId: approver_id, requesterId: requester_id, until } = data
        changes.put('approval_mutes', { approver_id, requester_id, until })
      },
      ApprovalsUnmuted({ data }, changes) {
        const { participantId: approver_id, requesterId: requester_id } = data
        changes.remove('approval_mutes', { approver_id, requester_id })
      },
      ParticipantRemoved({ data }, changes) {
        changes.remove('participants', { id: data.participantId })
      },
      ParticipantLeft({ data }, changes) {
        changes.remove('participants', { id: data.participantId })
      },
    }),
  },
}
