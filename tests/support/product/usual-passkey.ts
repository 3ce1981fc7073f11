import { enrolPasskey, type Passkey } from './passkeys.ts'
import type { Product } from './product.ts'

const passkeys = new WeakMap<Product, Map<string, Promise<Passkey>>>()

const ownerOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub

/** The first device of the caller, a passkey. It is enrolled when somebody first asks for it, with a fresh session. */
export const usualPasskey = (product: Product, token: string): Promise<Passkey> => {
  const known = passkeys.get(product) ?? new Map<string, Promise<Passkey>>()
  passkeys.set(product, known)
  const owner = ownerOf(token)
  const passkey = known.get(owner) ?? enrolPasskey(product, { token })
  known.set(owner, passkey)
  return passkey
}
