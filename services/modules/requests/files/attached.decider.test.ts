import { expect, test } from 'vitest'
import { attached } from './attached.decider.ts'

const of = { requestId: 'r-1', workspaceId: 'w-1', requesterUserId: 'u-1' }
const file = { id: 'f-1', nameHash: 'n', type: 'image/png', size: 3, sha256: 's' } as const

test('a request with files says so, and keeps their names apart', () => {
  expect(attached([{ ...file, name: 'a.png' }], of)).toEqual([
    { type: 'FilesAttached', data: { ...of, files: [file], names: ['a.png'] } },
  ])
  expect(attached([], of)).toEqual([])
})
