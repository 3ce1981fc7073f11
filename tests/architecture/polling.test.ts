import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-graph.ts'

test('only web/src/shared/reads/polling.ts sets a refetch interval: use it to poll', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('polling'))
  const polls = (text: string) => text.includes('refetchInterval')
  expect(files.length).toBeGreaterThan(50)
  expect(files.filter((file) => polls(readFileSync(join(root, file), 'utf8')))).toEqual([])
  expect(polls('useQuery({ ...listed, refetchInterval: 1_000 })')).toBe(true)
})
