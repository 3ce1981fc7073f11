import { expect, test } from 'vitest'
import { decideOn } from '#support/facts/workspace-facts.ts'
import { after, asker, people, team, typesOf } from '#support/facts/change-facts.ts'
import { now } from '#support/facts/change-facts.ts'

const allow = (breakGlass: boolean) => ({ type: 'ChangeSettings', breakGlass }) as const
const evidence = { canonical: '{}', challenge: 'c', deviceId: 'd', publicKey: 'k', signature: 's' } as never
const approve = (name: string) =>
  ({
    type: 'ApproveChange',
    changeId: 'c',
    userId: `u-${name}`,
    email: `${name}@example.com`,
    evidence,
    invitedEmail: null,
    adminsHaveDevices: true,
    now,
  }) as const

test('an admin allows emergency approvals alone where people are not protected, once', () => {
  const allowed = { ...allow(true), ...asker('anna') }
  const facts = after(allowed, ...people)
  expect(facts.at(-1)).toEqual({ type: 'BreakGlassAllowed', data: { workspaceId: 'w', allowed: true } })
  expect(decideOn(allowed, ...facts)).toEqual([])
  expect(decideOn({ ...allow(false), ...asker('anna') }, ...people)).toEqual([])
})

test('where people are protected, a second admin decides that emergency approvals are allowed or no more', () => {
  const facts = after({ ...allow(true), ...asker('anna') }, ...team)
  expect(facts.at(-1)).toMatchObject({ type: 'ChangeAsked', data: { act: { kind: 'glass', on: true } } })
  const done = decideOn(approve('cleo'), ...facts)
  expect(typesOf(done)).toEqual(['ChangeApproved', 'BreakGlassAllowed'])
  const off = after({ ...allow(false), ...asker('cleo', 'off') }, ...facts, ...done)
  expect(off.at(-1)).toMatchObject({ type: 'ChangeAsked', data: { act: { kind: 'glass', on: false } } })
})

test('a wish for both settings becomes two changes, and the same wish again waits for the first one', () => {
  const both = { type: 'ChangeSettings', peopleProtected: false, breakGlass: true, ...asker('anna') } as const
  const facts = after(both, ...team)
  expect(typesOf(facts.slice(team.length))).toEqual(['ChangeAsked', 'ChangeAsked'])
  expect(decideOn({ ...allow(true), ...asker('anna') }, ...facts)).toEqual([])
})

test('a change to allow what is allowed already is overtaken', () => {
  const facts = after({ ...allow(true), ...asker('anna') }, ...team)
  const allowed = { type: 'BreakGlassAllowed', data: { workspaceId: 'w', allowed: true } } as const
  expect(decideOn(approve('cleo'), ...facts, allowed)).toMatchObject([
    { type: 'ChangeOvertaken', data: { reason: 'already' } },
  ])
})
