import { expect } from 'vitest'
import type { Answered, Product } from './product.ts'

/** Expects that the call is rejected with this code and appends no event. */
export const expectRefusedWithoutEvents = async (
  product: Product,
  call: () => Promise<Answered>,
  [status, code]: readonly [number, string],
): Promise<Answered> => {
  const before = await product.head()
  const answer = await call()
  expect(answer).toMatchObject({ status, body: { statusCode: status, code } })
  expect(await product.head()).toBe(before)
  return answer
}
