import { allEvents } from '#modules/all.events.ts'
import type { DataOf, EndedChange } from '#modules/workspaces/protection/change.state.ts'
import { handlers } from '../engine/definition/projection.ts'
import { workspacesTables } from './tables.ts'

/** The end of a change, and who brought it; nobody for a change that was withdrawn, has expired or was overtaken by another event. */
const ended = (
  state: EndedChange['state'],
  data: { changeId: string; participantId?: string; userId?: string; email?: string | null },
  decidedAt: string,
) => ({
  id: data.changeId,
  state,
  decider_id: data.participantId ?? null,
  decider_user_id: data.userId ?? null,
  decider_email: data.email ?? null,
  decided_at: decidedAt,
})

/** The personal fields of `ChangeAsked` that they read. */
export const UNSEALED_OF_CHANGES = [
  'email',
  'targetEmail',
  'invitedEmail',
  'invitedName',
  'salt',
  'number',
  'numberSalt',
  'groupName',
  'groupSalt',
  'requestKind',
  'kindSalt',
] as const

/** What is sealed for the workspace. */
const ofWorkspace = ({ groupName, groupSalt, requestKind, kindSalt }: DataOf<'ChangeAsked'>) => ({
  group_name: groupName ?? null,
  group_salt: groupSalt ?? null,
  request_kind: requestKind ?? null,
  kind_salt: kindSalt ?? null,
})

/** The handlers of changes. Part of `projection.ts`. */
export const changeHandlers = handlers(allEvents, workspacesTables, {
  ChangeAsked({ data, metadata }, changes) {
    changes.put('changes', {
      id: data.changeId,
      workspace_id: data.workspaceId,
      act: data.act,
      requester_id: data.participantId,
      requester_user_id: data.userId,
      requester_email: data.email,
      target_user_id: data.targetUserId ?? null,
      target_email: data.targetEmail ?? null,
      address_hash: data.addressHash ?? null,
      invited_email: data.invitedEmail ?? null,
      invited_name: data.invitedName ?? null,
      salt: data.salt ?? null,
      number: data.number ?? null,
      number_salt: data.numberSalt ?? null,
      ...ofWorkspace(data),
      state: 'pending',
      overtaken_by: null,
      decider_id: null,
      decider_user_id: null,
      decider_email: null,
      decided_at: null,
      expires_at: data.expiresAt,
      created_at: metadata.at,
    })
  },
  ChangeApproved({ data, metadata }, changes) {
    changes.patch('changes', ended('done', data, metadata.at))
  },
  ChangeRefused({ data, metadata }, changes) {
    changes.patch('changes', ended('refused', data, metadata.at))
  },
  ChangeWithdrawn({ data: { changeId }, metadata }, changes) {
    changes.patch('changes', ended('withdrawn', { changeId }, metadata.at))
  },
  ChangeExpired({ data, metadata }, changes) {
    changes.patch('changes', ended('expired', data, metadata.at))
  },
  ChangeOvertaken({ data, metadata }, changes) {
    changes.patch('changes', { ...ended('overtaken', data, metadata.at), overtaken_by: data.reason })
  },
})
