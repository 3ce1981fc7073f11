import { expect, test } from 'vitest'
import { requestDecider } from '#modules/requests/request.decider.ts'
import type { RequestEvent } from '#modules/requests/request.events.ts'

const { decide, evolve, initialState } = requestDecider
const at = new Date('2026-03-02T10:00:00.000Z')
const ben = { participantId: 'p-ben', userId: 'u-ben' }
const created = (type: 'verification' | 'approval'): RequestEvent => ({
  type: 'RequestCreated',
  data: {
    requestId: 'r',
    workspaceId: 'w',
    type,
    title: null,
    salt: null,
    requesterId: 'p-anna',
    requesterUserId: 'u-anna',
    requesterEmail: null,
    approverId: ben.participantId,
    expiresAt: '2026-03-02T10:05:00.000Z',
    workspaceRevision: 1,
  },
})
const on = (type: 'verification' | 'approval') => evolve(initialState, created(type))
const answer = (by: typeof ben) =>
  ({ type: 'DenyClaim', ...by, call: 'video', workspaceRevision: 1, at }) as const

test('only who is asked denies a claim, and only in a call check', () => {
  expect(decide(answer(ben), on('verification')).map(({ type }) => type)).toEqual([
    'ClaimDenied',
    'RequestClosed',
  ])
  const code = (value: string) => expect.objectContaining({ code: value })
  const cleo = { participantId: 'p-cleo', userId: 'u-cleo' }
  expect(() => decide(answer(cleo), on('verification'))).toThrow(code('access.denied'))
  expect(() => decide(answer(ben), on('approval'))).toThrow(code('request.no-check'))
})
