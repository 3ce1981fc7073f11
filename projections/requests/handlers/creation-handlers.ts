import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'
import { NO_GLASS } from './glass-handlers.ts'
import { reminderTimes } from './reminder-handlers.ts'

/** The handlers of what a request says when it begins. Part of `projection.ts`. */
export const creationHandlers = handlers(allEvents, requestsTables, {
  RequestCreated({ data, metadata }, changes) {
    changes.put('requests', {
      id: data.requestId,
      workspace_id: data.workspaceId,
      type: data.type,
      title: data.title,
      details: data.details ?? null,
      requester_id: data.requesterId,
      requester_user_id: data.requesterUserId,
      requester_email: data.requesterEmail,
      approver_id: data.approverId,
      approver_user_id: data.approverUserId ?? null,
      approver_email: data.approverEmail ?? null,
      status: 'pending',
      closed_reason: null,
      created_at: metadata.at,
      expires_at: data.expiresAt,
      decided_at: null,
      decided_by_id: null,
      decided_by_user_id: null,
      decided_by_email: null,
      decided_for_id: null,
      decided_for_user_id: null,
      decided_for_email: null,
      assurance: null,
      reported_at: null,
      device_bound: null,
      asks: null,
      requester_call: null,
      approver_call: null,
      called_back: null,
      weak: null,
      decline_reason: null,
      reminded_at: null,
      replaces_id: null,
      replaced_by_id: null,
      files: null,
      file_names: null,
      kind_id: null,
      kind_version: null,
      filled: null,
      filled_people: null,
      rule: null,
      rule_shown: null,
      escalates_at: null,
      is_escalated: false,
      parked: null,
      ...reminderTimes(data.type, metadata.at, data.expiresAt),
      ...NO_GLASS,
    })
  },
  CallDescribed({ data }, changes) {
    changes.patch('requests', {
      id: data.requestId,
      asks: data.asks,
      requester_call: data.call,
      called_back: data.calledBack,
    })
  },
  EarlierReplaced({ data: { requestId, replaces } }, changes) {
    changes.patch('requests', { id: requestId, replaces_id: replaces })
    changes.patch('requests', { id: replaces, replaced_by_id: requestId })
  },
  FilesAttached({ data: { requestId, files, names } }, changes) {
    changes.patch('requests', { id: requestId, files, file_names: names })
  },
})
