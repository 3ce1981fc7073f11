import { expect, test, vi } from 'vitest'

vi.mock('typebox', () => import('./typebox-stub.ts'))

test('every file of the contract loads with the stub', async () => {
  const files = import.meta.glob('../../../../services/contract/**/*.ts')
  expect(Object.keys(files).length).toBeGreaterThan(10)
  for (const load of Object.values(files)) await load()
})
