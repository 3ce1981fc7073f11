import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { inBatches, type BatchLimits } from './batches.ts'

const createFake = (limits: BatchLimits) => {
  const batches: { asked: readonly number[]; answer(): void; fail(): void }[] = []
  const ask = inBatches<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        batches.push({
          asked,
          answer: () => resolve(asked.map((one) => `answer ${one}`)),
          fail: () => reject(new Error('away')),
        })
      }),
    limits,
  )
  const sent = () => batches.map(({ asked }) => asked)
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, batches, sent, turn }
}

test('what is asked in one turn of the event loop is one batch, also after promises', async () => {
  const { ask, batches, sent, turn } = createFake({ atOnce: 2, most: 9 })
  const all = [ask(1), Promise.resolve().then(() => ask(2)), ask(3)]
  await turn()
  expect(sent()).toEqual([[1, 3, 2]])
  batches[0]!.answer()
  expect(await Promise.all(all)).toEqual(['answer 1', 'answer 2', 'answer 3'])
})

test('what is asked while as many batches as may be are in flight is one batch after them', async () => {
  const { ask, batches, sent, turn } = createFake({ atOnce: 2, most: 2 })
  const all: Promise<string>[] = []
  for (const one of [1, 2, 3, 4, 5]) {
    all.push(ask(one))
    await turn()
  }
  expect(sent()).toEqual([[1], [2]])
  batches[0]!.answer()
  await turn()
  expect(sent()).toEqual([[1], [2], [3, 4]])
  batches[1]!.answer()
  await turn()
  expect(sent().at(-1)).toEqual([5])
  for (const { answer } of batches) answer()
  expect(await Promise.all(all)).toHaveLength(5)
})

test('all questions of a batch that fails get its error, and the next ones are asked', async () => {
  const { ask, batches, turn } = createFake({ atOnce: 1, most: 9 })
  const settled = Promise.allSettled([ask(1), ask(2)])
  await turn()
  batches[0]!.fail()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = ask(3)
  await turn()
  batches[1]!.answer()
  expect(await next).toBe('answer 3')
})

test('a batch runs as part of the request that asked first in it', async () => {
  const requests = new AsyncLocalStorage<string>()
  const ask = inBatches<number, string>(async (asked) => asked.map(() => requests.getStore() ?? 'none'), {
    atOnce: 1,
    most: 1,
  })
  const all = ['a', 'b'].map((request) => requests.run(request, () => ask(1)))
  expect(await Promise.all(all)).toEqual(['a', 'b'])
})
