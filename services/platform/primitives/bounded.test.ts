import { expect, test } from 'vitest'
import { bounded } from './bounded.ts'

/** Each call of `work` ends when the test resolves its gate. */
const createWork = () => {
  const gates: PromiseWithResolvers<string>[] = []
  return {
    gates,
    work: () => {
      const gate = Promise.withResolvers<string>()
      gates.push(gate)
      return gate.promise
    },
  }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('runs 4 at once, lets 64 wait, and rejects the rest at once', async () => {
  const run = bounded({ atOnce: 4, waiting: 64 })
  const { gates, work } = createWork()
  const all = Array.from({ length: 70 }, () => run(work))
  const refused = await Promise.allSettled(all.slice(68))
  expect(refused.map((one) => one.status === 'rejected' && one.reason)).toEqual([
    expect.objectContaining({ code: 'service.busy', status: 503 }),
    expect.objectContaining({ code: 'service.busy', status: 503 }),
  ])
  for (let done = 0; done < 68; done += 1) {
    expect(gates).toHaveLength(Math.min(done + 4, 68))
    gates[done]!.resolve('done')
    await turn()
  }
  expect(await Promise.all(all.slice(0, 68))).toEqual(Array(68).fill('done'))
})

test('starts the next work after one has failed', async () => {
  const run = bounded({ atOnce: 1, waiting: 1 })
  const failing = run(() => Promise.reject(new Error('broken')))
  const next = run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await run(async () => 'again')).toBe('again')
})
