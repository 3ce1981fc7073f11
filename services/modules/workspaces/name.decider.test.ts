import { expect, test } from 'vitest'
import { decideOn, expectRejected, invited } from '#support/facts/workspace-facts.ts'
import { people } from '#support/facts/change-facts.ts'

const told = (revision: number, name: string | null = 'Ben Schulz') =>
  ({ type: 'TakeOverName', userId: 'u-ben', name, revision }) as const
const corrected = (participantId: string, isSoAlready = false) =>
  ({ type: 'CorrectName', participantId, name: 'B. Schulz', isSoAlready }) as const
const dora = invited('dora', '2026-04-01T00:00:00.000Z')
const ids = { workspaceId: 'w', participantId: 'p-ben', userId: 'u-ben' }

test('a workspace takes each name of an account over once, and no older one after a newer', () => {
  const events = decideOn(told(3), ...people)
  expect(events).toEqual([
    { type: 'ParticipantNamed', data: { ...ids, name: 'Ben Schulz', accountRevision: 3 } },
  ])
  for (const revision of [3, 2]) expect(decideOn(told(revision), ...people, ...events)).toEqual([])
  expect(decideOn(told(4, null), ...people, ...events)).toEqual([
    { type: 'ParticipantNamed', data: { ...ids, accountRevision: 4 } },
  ])
  expect(decideOn({ ...told(3), userId: 'u-nobody' }, ...people)).toEqual([])
})

test('an admin corrects the name of a person and of an invited one, which does not hold back the next word of the person', () => {
  const events = decideOn(corrected('p-ben'), ...people)
  expect(events).toEqual([
    { type: 'ParticipantNamed', data: { ...ids, name: 'B. Schulz', accountRevision: null } },
  ])
  expect(decideOn(told(3), ...people, ...events)).toHaveLength(1)
  expect(decideOn(corrected('p-dora'), ...people, dora)).toEqual([
    {
      type: 'InviteeNamed',
      data: { workspaceId: 'w', participantId: 'p-dora', addressHash: 'h-dora', name: 'B. Schulz' },
    },
  ])
  expect(decideOn(corrected('p-ben', true), ...people)).toEqual([])
  expectRejected(corrected('p-nobody'), 'participant.not-found', ...people)
})

test('two names that look alike are noticed while both belong to the workspace', () => {
  const notice = (otherId: string) => ({ type: 'NoticeNamesake', participantId: 'p-dora', otherId }) as const
  expect(decideOn(notice('p-ben'), ...people, dora)).toEqual([
    { type: 'NamesakeNoticed', data: { workspaceId: 'w', participantId: 'p-dora', otherId: 'p-ben' } },
  ])
  expect(decideOn(notice('p-ben'), ...people)).toEqual([])
  expect(decideOn(notice('p-nobody'), ...people, dora)).toEqual([])
})
