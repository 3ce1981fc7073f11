import type { AskedCounts } from '#contract/requests/asked.ts'
import type { InboxCounts } from '#contract/requests/inbox.ts'
import type { Request } from '#contract/requests/requests.ts'
import { at, idOf, ids } from './samples.ts'

/** Minimal replies about requests. A test sets only what it is about. */

export const requestOf = (number: number, changes: Partial<Request> = {}): Request => ({
  id: idOf(300 + number),
  workspaceId: ids.workspace,
  workspaceName: 'Harbour',
  type: 'approval',
  title: `Request ${number}`,
  details: null,
  status: 'pending',
  closedReason: null,
  requester: { participantId: ids.participant, email: 'me@example.com' },
  approver: null,
  createdAt: at,
  expiresAt: '2126-03-01T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  assurance: null,
  declineReason: null,
  reportedAt: null,
  ...changes,
})

/** One that an admin alone approved, and that nobody has confirmed. */
export const emergencyOf = (number: number): Request => {
  const by = { participantId: idOf(9), email: 'ada@example.com', name: 'Ada' }
  return requestOf(number, {
    status: 'approved',
    decidedAt: at,
    decidedBy: by,
    brokenGlass: {
      by,
      at,
      reason: 'The bank closes in ten minutes.',
      confirmedBy: null,
      confirmedAt: null,
      confirmUntil: '2126-03-01T12:00:00.000Z',
    },
  })
}

export const inboxCountsOf = (changes: Partial<InboxCounts> = {}): InboxCounts => ({
  waiting: 0,
  checks: 0,
  due: 0,
  reminded: 0,
  overdue: 0,
  workspaces: [],
  ...changes,
})

export const askedCountsOf = (changes: Partial<AskedCounts> = {}): AskedCounts => ({
  all: 0,
  waiting: 0,
  due: 0,
  reminded: 0,
  approved: 0,
  declined: 0,
  expired: 0,
  withdrawn: 0,
  workspaces: [],
  ...changes,
})
