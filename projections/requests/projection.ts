import { allEvents } from '#modules/all.events.ts'
import type { Alert } from '#contract/requests/alerts.ts'
import { alertsAdmins, type DataOf } from '#modules/requests/request.state.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from '../engine/definition/changes.ts'
import { forgetting } from '../engine/definition/erasure.ts'
import { handlers, type Projection } from '../engine/definition/projection.ts'
import { drillHandlers } from './drills/drill-handlers.ts'
import { creationHandlers } from './handlers/creation-handlers.ts'
import { kindHandlers } from './handlers/kind-handlers.ts'
import { deviceBoundBy, glassHandlers } from './handlers/glass-handlers.ts'
import { joinedWithName, nameHandlers } from './handlers/name-handlers.ts'
import { reminderHandlers } from './handlers/reminder-handlers.ts'
import { ruleHandlers } from './rules/rule-handlers.ts'
import { requestsTables } from './tables.ts'

const alert = (
  { id, data, metadata }: Fact<{ type: string; data: { requestId: string } }>,
  kind: Alert,
  changes: Changes<typeof requestsTables>,
): void =>
  changes.put('request_alerts', {
    id,
    request_id: data.requestId,
    kind,
    at: metadata.at,
  })

/** For whom a deputy decided. */
const decidedFor = (data: DataOf<'RequestApproved' | 'RequestDeclined'>) => ({
  decided_for_id: data.onBehalfOf ?? null,
  decided_for_user_id: data.onBehalfOfUserId ?? null,
  decided_for_email: data.onBehalfOfEmail ?? null,
})

/** Requests, and the workspaces and participants that their lists need. */
export const requestsProjection: Projection = {
  name: 'requests',
  version: 28,
  tables: requestsTables,
  unseals: {
    WorkspaceCreated: ['name'],
    WorkspaceSettingsChanged: ['name'],
    ParticipantInvited: ['name'],
    InviteeNamed: ['name'],
    ParticipantNamed: ['name'],
    ParticipantJoined: ['email'],
    RequestCreated: ['title', 'details', 'requesterEmail', 'approverEmail'],
    FilesAttached: ['names'],
    FieldsFilled: ['filled'],
    RuleApplied: ['shown'],
    ApprovalGiven: ['email', 'onBehalfOfEmail'],
    DeclineGiven: ['email', 'onBehalfOfEmail'],
    RequestApproved: ['email', 'onBehalfOfEmail'],
    RequestDeclined: ['email', 'onBehalfOfEmail', 'reason'],
    GlassBroken: ['email', 'reason'],
    GlassConfirmed: ['email'],
    DrillSent: ['title'],
    KindWritten: ['definition'],
  },
  handlers: {
    ...forgetting({
      requests: {
        workspace: 'workspace_id',
        columns: {
          title: {},
          details: {},
          decline_reason: {},
          filled: {},
          rule_shown: {},
          requester_email: { person: 'requester_user_id' },
          file_names: { person: 'requester_user_id' },
          approver_email: { person: 'approver_user_id' },
          decided_by_email: { person: 'decided_by_user_id' },
          decided_for_email: { person: 'decided_for_user_id' },
          glass_reason: {},
          glass_confirmed_by_email: { person: 'glass_confirmed_by_user_id' },
        },
      },
      request_decisions: {
        workspace: 'workspace_id',
        columns: { email: { person: 'user_id' }, for_email: { person: 'for_user_id' } },
      },
      drills: { workspace: 'workspace_id', columns: { title: {} } },
      request_ibans: { workspace: 'workspace_id', columns: { payee: {}, field: {}, iban: {} } },
      request_kinds: { workspace: 'workspace_id', columns: { definition: {} } },
      request_workspaces: { workspace: 'id', columns: { name: {} } },
      request_participants: { workspace: 'workspace_id', columns: { email: { person: 'user_id' } } },
      request_names: {
        workspace: 'workspace_id',
        columns: {
          name: { person: 'user_id', address: 'address_hash' },
          looks: { person: 'user_id', address: 'address_hash' },
        },
      },
    }),
    ...creationHandlers,
    ...drillHandlers,
    ...glassHandlers,
    ...kindHandlers,
    ...nameHandlers,
    ...ruleHandlers,
    ...reminderHandlers,
    ...handlers(allEvents, requestsTables, {
      WorkspaceCreated({ data }, changes) {
        changes.put('request_workspaces', { id: data.workspaceId, name: data.name, is_open: true })
      },
      WorkspaceDeleted({ data }, changes) {
        changes.patch('request_workspaces', { id: data.workspaceId, is_open: false })
      },
      WorkspaceSettingsChanged({ data }, changes) {
        if (data.name === undefined) return
        changes.patch('request_workspaces', { id: data.workspaceId, name: data.name })
      },
      ParticipantJoined({ data }, changes) {
        joinedWithName(data, changes)
        changes.put('request_participants', {
          participant_id: data.participantId,
          workspace_id: data.workspaceId,
          user_id: data.userId,
          email: data.email,
          role: data.role,
          active: true,
          approver: data.approver,
          requester: data.requester,
          away_from: null,
          away_until: null,
          deputies: null,
        })
      },
      AbsenceSet({ data }, changes) {
        const deputies = [data.deputyId, data.secondId].filter((id) => id !== undefined)
        changes.patch('request_participants', {
          participant_id: data.participantId,
          away_from: data.from,
          away_until: data.until,
          deputies: deputies.length > 0 ? deputies : null,
        })
      },
      AbsenceEnded({ data: { participantId } }, changes) {
        const none = { away_from: null, away_until: null, deputies: null }
        changes.patch('request_participants', { participant_id: participantId, ...none })
      },
      ParticipantActivityChanged({ data }, changes) {
        changes.patch('request_participants', { participant_id: data.participantId, active: data.active })
      },
      ParticipantRightsChanged({ data }, changes) {
        const { participantId, approver, requester } = data
        changes.patch('request_participants', { participant_id: participantId, approver, requester })
      },
      ParticipantPromoted({ data }, changes) {
        changes.patch('request_participants', { participant_id: data.participantId, role: data.role })
      },
      ParticipantRemoved({ data }, changes) {
        changes.remove('request_participants', { participant_id: data.participantId })
        changes.patch('request_names', { participant_id: data.participantId, is_current: false })
      },
      ParticipantLeft({ data }, changes) {
        changes.remove('request_participants', { participant_id: data.participantId })
        changes.patch('request_names', { participant_id: data.participantId, is_current: false })
      },
      RequestApproved({ data, metadata }, changes) {
        changes.patch('requests', {
          id: data.requestId,
          status: 'approved',
          decided_at: metadata.at,
          decided_by_id: data.participantId,
          decided_by_user_id: data.userId,
          decided_by_email: data.email,
          ...decidedFor(data),
          assurance: data.assurance,
          device_bound: deviceBoundBy(data.evidence),
          approver_call: data.call ?? null,
          weak: data.weak ?? null,
        })
        changes.patch('request_ibans', { request_id: data.requestId, approved_at: metadata.at })
      },
      BothWereCalled(fact, changes) {
        changes.patch('requests', { id: fact.data.requestId, approver_call: fact.data.call })
        alert(fact, 'both-called', changes)
      },
      ClaimDenied(fact, changes) {
        changes.patch('requests', { id: fact.data.requestId, approver_call: fact.data.call })
        alert(fact, 'claim-denied', changes)
      },
      RequestDeclined({ data, metadata }, changes) {
        changes.patch('requests', {
          id: data.requestId,
          status: 'declined',
          decided_at: metadata.at,
          decided_by_id: data.participantId,
          decided_by_user_id: data.userId,
          decided_by_email: data.email,
          ...decidedFor(data),
          assurance: data.assurance,
          decline_reason: data.reason ?? null,
        })
      },
      RequestReminded({ data }, changes) {
        changes.patch('requests', { id: data.requestId, reminded_at: data.remindedAt })
      },
      RequestWithdrawn({ data, metadata }, changes) {
        changes.patch('requests', {
          id: data.requestId,
          status: 'declined',
          closed_reason: 'withdrawn',
          decided_at: metadata.at,
        })
      },
      RequestClosed({ data, metadata }, changes) {
        changes.patch('requests', {
          id: data.requestId,
          status: 'declined',
          closed_reason: data.reason,
          decided_at: metadata.at,
        })
      },
      RequestReported(fact, changes) {
        changes.patch('requests', { id: fact.data.requestId, reported_at: fact.metadata.at })
        alert(fact, 'reported', changes)
      },
      NumberRefused(fact, changes) {
        if (alertsAdmins(fact.data)) alert(fact, 'code-mismatch', changes)
      },
      PairLocked(fact, changes) {
        const { requestId, workspaceId, requesterUserId, approverUserId } = fact.data
        changes.put('request_locks', {
          request_id: requestId,
          workspace_id: workspaceId,
          requester_user_id: requesterUserId,
          approver_user_id: approverUserId,
          at: fact.metadata.at,
        })
        alert(fact, 'pair-locked', changes)
      },
      PairUnlocked({ data }, changes) {
        changes.remove('request_locks', { request_id: data.requestId })
      },
      RequesterMuted: (fact, changes) => alert(fact, 'muted', changes),
      ManySidesAsked: (fact, changes) => alert(fact, 'many-sides', changes),
    }),
  },
}
