import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTwoApis, type TwoApis } from '#support/product/two-apis.ts'

let apis: TwoApis
beforeAll(async () => {
  apis = await openTwoApis()
})
afterAll(() => apis?.close())

test('wrong passwords that reach two processes at once get no more tries than those of one', async () => {
  const body = { email: 'ada@example.org', password: 'wrong' }
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => apis.call(i % 2 ? 1 : 0, 'POST', '/auth/login', { body })),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})
