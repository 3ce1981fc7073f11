import { newAuthenticator, type Authenticator } from './authenticator.ts'
import type { Person, Product } from './product.ts'

export type Passkey = { readonly deviceId: string; readonly authenticator: Authenticator }

/** Enrols a passkey. The person must have logged in recently. */
export const enrolPasskey = async (
  product: Product,
  { token }: Pick<Person, 'token'>,
  authenticator = newAuthenticator(product.platform.config.PUBLIC_BASE_URL),
): Promise<Passkey> => {
  const post = (path: string, body: object) => product.call('POST', path, { token, body })
  const { options } = (await post('/users/register-device-options', { kind: 'passkey' })).body
  const response = authenticator.create(options.challenge)
  const { body } = await post('/users/register-device', { kind: 'passkey', name: 'Laptop', response })
  return { deviceId: body.id, authenticator }
}
