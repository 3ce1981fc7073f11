import { expect, test } from 'vitest'
import type { Asker } from '#modules/workspaces/protection/second-admin.decider.ts'
import { decideOn, expectRejected } from '#support/facts/workspace-facts.ts'
import { after, asker, now, off, people, team, typesOf } from '#support/facts/change-facts.ts'
import { kindLook } from './kind-look.ts'

const definition = { name: { de: 'Vertrag', en: 'Contract' }, fields: [], rules: [] }
const look = (given: object = {}) =>
  kindLook('key', 'w', { before: null, after: { ...definition, ...given } })
const write = (
  given: { kindId?: string; version?: number } = {},
  by: { by: Asker } = asker('anna', 'c', { requestKind: { look: look(), before: null } }),
) => ({
  type: 'ApproveKind' as const,
  changeId: by.by.changeId(0),
  kindId: 'k',
  version: 1,
  definition,
  ...by,
  ...given,
})
const approve = (given: object = {}, changeId = 'c') => ({
  type: 'ApproveChange' as const,
  changeId,
  userId: 'u-cleo',
  email: null,
  evidence: { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' },
  invitedEmail: null,
  requestKind: definition,
  adminsHaveDevices: true,
  now,
  ...given,
})
const overtake = { type: 'OvertakeKind', changeId: 'c' } as const

test('a kind waits for a second admin, whose approval says that it is written', () => {
  const asked = after(write(), ...team)
  expect(asked.at(-1)).toMatchObject({
    type: 'ChangeAsked',
    data: {
      act: { kind: 'kind', kindId: 'k', version: 1, look: look() },
      requestKind: { before: null, after: definition },
      kindSalt: 'salt',
    },
  })
  expectRejected(approve({ requestKind: null }), 'change.not-found', ...asked)
  expect(decideOn(approve(), ...asked)).toMatchObject([
    { type: 'ChangeApproved' },
    { type: 'KindApproved', data: { changeId: 'c', kindId: 'k', version: 1, definition } },
  ])
})

test('one change of a kind waits at a time; the same wish finds it', () => {
  const asked = after(write(), ...team)
  const again = (given: object) => {
    const requestKind = { look: look(given), before: null }
    return write({}, asker('cleo', 'd', { requestKind }))
  }
  expect(decideOn(again({}), ...asked)).toEqual([])
  expectRejected(again({ rules: ['another'] }), 'change.exists', ...asked)
  expect(typesOf(decideOn(write({ kindId: 'other' }, asker('anna', 'd')), ...asked))).toEqual(['ChangeAsked'])
})

test('without protection nothing is decided here, but what waits from before still is', () => {
  expectRejected(write(), 'command.conflict', ...people)
  const lifted = [...after(write(), ...team), off]
  expect(typesOf(decideOn(approve(), ...lifted))).toEqual(['ChangeApproved', 'KindApproved'])
})

test('a kind that cannot be written any more overtakes its change', () => {
  const asked = after(write(), ...team)
  expect(decideOn(approve({ kindHindrance: 'outdated' }), ...asked)).toMatchObject([
    { type: 'ChangeOvertaken', data: { changeId: 'c', reason: 'outdated' } },
  ])
})

test('an approved kind that another version came before ends as overtaken, once', () => {
  const asked = after(write(), ...team)
  expect(decideOn(overtake, ...asked)).toEqual([])
  const done = after(approve(), ...asked)
  expect(decideOn(overtake, ...done)).toMatchObject([
    { type: 'ChangeOvertaken', data: { reason: 'outdated' } },
  ])
  const overtaken = after(overtake, ...done)
  expect(decideOn(overtake, ...overtaken)).toEqual([])
  expect(decideOn(approve(), ...overtaken)).toEqual([])
})
