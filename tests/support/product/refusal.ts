import { expect } from 'vitest'
import type { Answered, Product } from './product.ts'

/** Expects that the call is refused with this code, and that no fact comes of it. */
export const expectRefusal = async (
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
