import type { ChangeEvent } from '#modules/workspaces/protection/change.events.ts'
import type { WrittenKind } from '#contract/requests/fields/kind-definition.ts'
import { sayAct } from '#modules/workspaces/protection/change.state.ts'
import { signedBy } from './devices.ts'
import { withoutAbsent, type Described } from '../described.ts'
import { both, fieldsOf, said } from './kind-entries.ts'

type Descriptions = {
  readonly [K in ChangeEvent['type']]: (data: Extract<ChangeEvent, { type: K }>['data']) => Described
}

const nameOf = (written: WrittenKind | null | undefined) =>
  written === undefined ? undefined : said(written, ({ after }) => both(after.name))

const change = ({
  changeId: id,
  targetEmail,
  invitedEmail,
  groupName,
  requestKind,
}: {
  changeId: string
  targetEmail?: string | null
  invitedEmail?: string | null
  groupName?: string | null
  requestKind?: WrittenKind | null
}): Described['target'] => {
  const label = targetEmail ?? invitedEmail ?? groupName ?? nameOf(requestKind)
  return { kind: 'change', id, ...(label !== undefined && { label }) }
}

const onWorkspace = ({ workspaceId: id }: { workspaceId: string }) => ({ kind: 'workspace', id }) as const

/** What was typed is sealed beside the act. */
const TYPED: readonly string[] = ['email', 'callBackNumber', 'name', 'kind']

/** The audit entries of changes that need a second admin. */
export const changeDescriptions: Descriptions = {
  PeopleProtectionChanged: (data): Described => ({
    action: 'workspace.settings-changed',
    target: onWorkspace(data),
    fields: { peopleProtected: data.protected },
  }),
  BreakGlassAllowed: (data): Described => ({
    action: 'workspace.settings-changed',
    target: onWorkspace(data),
    fields: { breakGlass: data.allowed },
  }),
  ProtectionLiftStarted: (data): Described => ({
    action: 'workspace.protection-lift-started',
    target: onWorkspace(data),
    fields: { reason: data.reason, countsFrom: data.endsAt },
  }),
  ProtectionLiftStopped: (data): Described => ({
    action: 'workspace.protection-lift-stopped',
    target: onWorkspace(data),
    outcome: 'closed',
  }),
  ProtectionLiftWithdrawn: (data): Described => ({
    action: 'workspace.protection-lift-withdrawn',
    target: onWorkspace(data),
    outcome: 'closed',
  }),
  ProtectionLifted: (data): Described => ({
    action: 'workspace.protection-lifted',
    target: onWorkspace(data),
    fields: withoutAbsent({ peopleProtected: false, reason: data.reason }),
  }),
  ChangeAsked: (data): Described => {
    const { action, changes } = sayAct(data.act, data.workspaceId, null)
    const asked = changes
      .filter(({ field }) => !TYPED.includes(field))
      .map(({ field, after }) =>
        Array.isArray(after) ? [field === 'participants' ? 'members' : field, after.length] : [field, after],
      )
    return {
      action: 'change.asked',
      target: change(data),
      fields: {
        status: 'pending',
        action,
        ...Object.fromEntries(asked),
        ...(data.number !== undefined && { callBackNumber: data.number }),
        ...(data.groupName !== undefined && { name: data.groupName }),
        ...(data.requestKind !== undefined && {
          name: nameOf(data.requestKind),
          fields: said(data.requestKind, ({ after }) => fieldsOf(after)),
        }),
        expiresAt: data.expiresAt,
      },
    }
  },
  ChangeApproved: (data): Described => ({
    action: 'change.approved',
    target: change(data),
    fields: { status: 'done' },
    changes: signedBy(data.evidence),
    assurance: data.assurance,
    evidence: data.evidence,
  }),
  ChangeRefused: (data): Described => ({
    action: 'change.refused',
    target: change(data),
    fields: { status: 'refused' },
  }),
  ChangeWithdrawn: (data): Described => ({
    action: 'change.withdrawn',
    target: change(data),
    fields: { status: 'withdrawn' },
    outcome: 'closed',
  }),
  ChangeExpired: (data): Described => ({
    action: 'change.expired',
    target: change(data),
    fields: { status: 'expired' },
    outcome: 'closed',
  }),
  ChangeOvertaken: (data): Described => ({
    action: 'change.overtaken',
    target: change({ changeId: data.changeId }),
    fields: { status: 'overtaken', overtakenBy: data.reason },
    outcome: 'closed',
  }),
  ChangeApprovalRefused: (data): Described => ({
    action: 'change.approval-refused',
    target: change(data),
    fields: { reason: data.reason, ...(data.triesLeft !== undefined && { triesLeft: data.triesLeft }) },
    outcome: 'refused',
  }),
}
