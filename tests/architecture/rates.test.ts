import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Lockout } from '#platform/limits/guesses.ts'
import { MEMORY_MS, type Rate } from '#platform/limits/throttle.ts'
import { readSources, root } from './source-graph.ts'

/** Every declared rate and lockout. */
const declared = async (): Promise<readonly (Rate | Lockout)[]> => {
  const files = [...readSources()].filter(
    ([path, text]) => path.startsWith('services/') && /\bdoor: '/.test(text),
  )
  const modules = await Promise.all(files.map(([path]) => import(join(root, path)) as Promise<object>))
  const isOne = (value: unknown) => typeof value === 'object' && value !== null && 'door' in value
  return modules.flatMap((exported) => Object.values(exported).filter(isOne) as (Rate | Lockout)[])
}

test('every rate has a `door` of its own, and a window within MEMORY_MS', async () => {
  const all = await declared()
  expect(all.length).toBeGreaterThan(9)
  const doors = all.map(({ door }) => door)
  expect(doors.filter((door, i) => doors.indexOf(door) !== i)).toEqual([])
  const tooLong = all.filter((one) => ('windowMs' in one ? one.windowMs : one.forgottenMs) > MEMORY_MS)
  expect(tooLong).toEqual([])
})
