import { expect, test } from 'vitest'
import type { Fact } from '#platform/facts/facts.ts'
import { audienceLines } from './audience.ts'

const fact = (workspaceId: string | null, data: object) => ({ data, metadata: { workspaceId } }) as Fact

test.each([
  [
    'a request: those who may see it',
    fact('w', { requestId: 'r', userId: 'u', workspaceId: 'w' }),
    ' in:w request:r',
  ],
  ['a participant: that user', fact('w', { participantId: 'p', userId: 'u' }), ' in:w user:u'],
  ['an invitation: no user yet', fact('w', { participantId: 'p', userId: null }), ' in:w'],
  ['the workspace: everybody in it', fact('w', { workspaceId: 'w' }), ' in:w all:w'],
  ['an account: its user', fact(null, { userId: 'u' }), ' user:u'],
  ['neither a workspace nor a user: no audience', fact(null, { buildId: 'b' }), ''],
])('audience of %s', (_, one, line) => {
  expect(audienceLines([one, one])).toEqual([line])
})

test('splits a large batch into lines that fit into a notification', () => {
  const ids = Array.from({ length: 1_000 }, (_, i) => `${i}`.padStart(36, '0'))
  const lines = audienceLines(ids.map((requestId) => fact(ids[0]!, { requestId })))
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line.length).toBeLessThan(7_900)
  expect(lines.join('').split(' ').slice(1)).toEqual([`in:${ids[0]}`, ...ids.map((id) => `request:${id}`)])
})
