import { expect, test } from 'vitest'
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_TARGETS, MailCounts } from '#contract/workspaces/audit.ts'
import { descriptions, type Described } from '../../projections/audit/entries.ts'
import { describeMails } from '../../projections/audit/mails.ts'
import { samples } from './frozen/samples.ts'

const mails = { ...samples.MailOutcomesRecorded.data, sent: 0, dropped: 0, failed: 0 }
const request = { kind: 'request', id: 'r-1' } as const

/** What the audit log says of each kind of fact; more than one of those that say different things. */
const said: readonly Described[] = [
  ...Object.entries(descriptions as Record<string, (data: unknown) => Described>).map(([type, of]) =>
    of(samples[type as keyof typeof samples].data),
  ),
  descriptions.ParticipantActivityChanged({ ...samples.ParticipantActivityChanged.data, active: true }),
  descriptions.RequestClosed({ ...samples.RequestClosed.data, reason: 'approver-unavailable' }),
  ...(['sent', 'dropped', 'failed'] as const).map((outcome) =>
    describeMails({ ...mails, [outcome]: 1 }, request),
  ),
]

test.each([
  ['AUDIT_ACTIONS', AUDIT_ACTIONS, said.map(({ action }) => action)],
  ['AUDIT_TARGETS', AUDIT_TARGETS, said.map(({ target }) => target.kind)],
  [
    'AUDIT_FIELDS, beside what is counted of mails,',
    [...AUDIT_FIELDS, ...Object.keys(MailCounts.properties)],
    said.flatMap(({ fields, changes = [] }) => [
      ...Object.keys(fields ?? {}),
      ...changes.map(({ field }) => field),
    ]),
  ],
])(
  '%s in services/contract/workspaces/audit.ts lists what projections/audit says, and nothing else',
  (_, listed, says) => {
    expect([...listed].toSorted()).toEqual([...new Set(says)].toSorted())
  },
)
