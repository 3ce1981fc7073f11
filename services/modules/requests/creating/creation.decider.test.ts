import { expect, test } from 'vitest'
import type { Rejected } from '#contract/errors.ts'
import { create, type CreateRequest } from './creation.decider.ts'

const anna = { participantId: 'p-anna', userId: 'u-anna', email: null }
const ben = { participantId: 'p-ben', userId: 'u-ben' }
const command: CreateRequest = {
  type: 'CreateRequest',
  requestId: 'r-1',
  workspaceId: 'w-1',
  requestType: 'approval',
  title: 'Pay the invoice',
  details: null,
  requester: anna,
  approver: { participantId: ben.participantId, email: null },
  salt: 'secret',
  eligible: [ben],
  evidence: null,
  described: null,
  files: [],
  filled: null,
  replaces: null,
  parked: null,
  rule: null,
  expiresAt: new Date('2026-03-09T10:00:00.000Z'),
  workspaceRevision: 7,
}
const made = (given: Partial<CreateRequest>) => create({ ...command, ...given }, { kind: 'none' })
const coded = (code: Rejected['code']) => expect.objectContaining({ code })

test('a request that nobody can answer is refused', () => {
  for (const approver of [command.approver, null])
    expect(() => made({ approver, eligible: [] })).toThrow(coded('approver.unavailable'))
})

test('a call check is signed by who asks', () => {
  expect(() => made({ requestType: 'verification' })).toThrow(coded('proof.missing'))
})

test('one that waits for enough people is made though nobody can answer it yet', () => {
  const parked = { missing: 2, groups: ['treasury'] }
  expect(made({ approver: null, eligible: [], parked })).toMatchObject([
    { type: 'RequestCreated' },
    { type: 'RequestParked', data: { ...parked, workspaceRevision: 7, fromTheStart: true } },
  ])
})

test('the request in whose place it is asked stands beside its creation', () => {
  expect(made({ replaces: 'r-0' }).map(({ type }) => type)).toEqual(['RequestCreated', 'EarlierReplaced'])
  expect(made({}).map(({ type }) => type)).toEqual(['RequestCreated'])
})
