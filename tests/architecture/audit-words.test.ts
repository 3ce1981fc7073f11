import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TARGETS, MailCounts } from '#contract/workspaces/audit.ts'
import { descriptions } from '../../projections/audit/entries.ts'
import { type Described } from '../../projections/audit/described.ts'
import { describeMails } from '../../projections/audit/mails.ts'
import { samples } from './frozen/samples.ts'

const mails = { ...samples.MailOutcomesRecorded.data, sent: 0, dropped: 0, failed: 0 }
const request = { kind: 'request', id: 'r-1' } as const

/** A description of every fact in the audit log, and each variant of those with several. */
const described: readonly Described[] = [
  ...Object.entries(descriptions as Record<string, (data: unknown) => Described>).map(([type, of]) =>
    of(samples[type as keyof typeof samples].data),
  ),
  descriptions.ParticipantActivityChanged({ ...samples.ParticipantActivityChanged.data, active: true }),
  descriptions.RequestClosed({ ...samples.RequestClosed.data, reason: 'approver-unavailable' }),
  ...(['enrolled', 'vouched', 'stopped', 'removed', 'disabled'] as const).map((step) =>
    descriptions.ParticipantDeviceReported({ ...samples.ParticipantDeviceReported.data, step }),
  ),
  ...(['sent', 'dropped', 'failed'] as const).map((outcome) =>
    describeMails({ ...mails, [outcome]: 1 }, request, 0),
  ),
  describeMails({ ...mails, sent: 1 }, request, 1),
]

test.each([
  ['AUDIT_ACTIONS', AUDIT_ACTIONS, described.map(({ action }) => action)],
  ['AUDIT_TARGETS', AUDIT_TARGETS, described.map(({ target }) => target.kind)],
  [
    'AUDIT_FIELDS, with the mail counts,',
    [...AUDIT_FIELDS, ...Object.keys(MailCounts.properties)],
    described.flatMap(({ fields, changes = [] }) => [
      ...Object.keys(fields ?? {}),
      ...changes.map(({ field }) => field),
    ]),
  ],
])(
  '%s in services/contract/workspaces/audit.ts lists exactly the words that projections/audit uses',
  (_, listed, used) => {
    expect([...listed].toSorted()).toEqual([...new Set(used)].toSorted())
  },
)
