import { randomUUID } from 'node:crypto'
import { usualPasskey } from '../product/usual-passkey.ts'
import type { Product } from '../product/product.ts'
import { PIN } from '../product/requests.ts'
import type { Ids } from './access-cast.ts'

/** Who calls, and what for. */
export type Given = {
  readonly product: Product
  readonly token: string | undefined
  readonly ids: Ids
}

/** Of nobody. */
export const anything = { challenge: 'A'.repeat(43), signature: 'A'.repeat(86) }

export const posted = async ({ product, token }: Given, path: string, body?: object) =>
  (await product.call('POST', path, { token, body })).body

/** A proof of the caller's usual passkey; made up without a challenge. */
export const proof = async (given: Given, path: string, body?: object) => {
  const { challenge } = await posted(given, path, body)
  if (!challenge) return { ...anything, deviceId: randomUUID(), pin: PIN }
  const { authenticator } = await usualPasskey(given.product, given.token!)
  return { challenge, assertion: authenticator.get(challenge) }
}
