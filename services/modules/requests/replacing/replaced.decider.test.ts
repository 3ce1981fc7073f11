import { expect, test } from 'vitest'
import { Rejected } from '#contract/errors.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'
import { evolve, type DataOf, type RequestState } from '#modules/requests/request.state.ts'
import { mustBeWithdrawn, replacedBy } from './replaced.decider.ts'

const ids = { requestId: 'r-1', workspaceId: 'w-1' }
const expiresAt = new Date('2026-03-09T10:00:00.000Z')
const at = new Date('2026-03-02T10:00:00.000Z')
const anna = { workspaceId: 'w-1', userId: 'u-anna', at }

const created: DataOf<'RequestCreated'> = {
  ...ids,
  type: 'approval',
  title: 'Pay the invoice',
  salt: 'secret',
  requesterId: 'p-anna',
  requesterUserId: 'u-anna',
  requesterEmail: null,
  approverId: null,
  expiresAt: expiresAt.toISOString(),
  workspaceRevision: 7,
}
const after = (events: readonly RequestEvent[], data = created): RequestState =>
  [{ type: 'RequestCreated', data } as const, ...events].reduce<RequestState>(evolve, { kind: 'none' })
const closed = (reason: DataOf<'RequestClosed'>['reason']): RequestEvent => ({
  type: 'RequestClosed',
  data: { ...ids, reason },
})
const withdrawn: RequestEvent = { type: 'RequestWithdrawn', data: { ...ids, participantId: 'p-anna' } }
const coded = (code: Rejected['code']) => expect.objectContaining({ code })

test('a request that waits is withdrawn for the one that takes its place', () => {
  expect(mustBeWithdrawn(after([]), anna)).toBe(true)
})

test('one that has ended without an approval stays as it ended', () => {
  for (const end of [withdrawn, closed('expired'), closed('approver-unavailable')])
    expect(mustBeWithdrawn(after([end]), anna)).toBe(false)
  expect(mustBeWithdrawn(after([]), { ...anna, at: expiresAt })).toBe(false)
})

test('nothing takes the place of what was approved', () => {
  const approved = { ...after([]), kind: 'approved', byUserId: 'u-ben' } as RequestState
  expect(() => mustBeWithdrawn(approved, anna)).toThrow(
    new Rejected('request.closed', [{ status: 'approved', closedReason: null }]),
  )
})

test('only an own approval of the same workspace is found', () => {
  const notFound = coded('request.not-found')
  expect(() => mustBeWithdrawn({ kind: 'none' }, anna)).toThrow(notFound)
  expect(() => mustBeWithdrawn(after([]), { ...anna, userId: 'u-ben' })).toThrow(notFound)
  expect(() => mustBeWithdrawn(after([]), { ...anna, workspaceId: 'w-2' })).toThrow(notFound)
  const check = after([], { ...created, type: 'verification' })
  expect(() => mustBeWithdrawn(check, anna)).toThrow(notFound)
})

test('a request names the one whose place it takes', () => {
  expect(replacedBy(ids, 'r-0')).toEqual([{ type: 'EarlierReplaced', data: { ...ids, replaces: 'r-0' } }])
  expect(replacedBy(ids, null)).toEqual([])
})
