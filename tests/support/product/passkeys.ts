import { newAuthenticator, type Authenticator } from './authenticator.ts'
import type { Person, Product } from './product.ts'

export type Passkey = Signer & { readonly deviceId: string; readonly authenticator: Authenticator }

/** A device that can sign a challenge. */
export type Signer = {
  /** The body of `approve` for this challenge. */
  proofFor(challenge: string): Promise<{ readonly proof: Record<string, unknown> }>
}

export const signerOf = (authenticator: Authenticator): Signer => ({
  proofFor: async (challenge) => ({ proof: { challenge, assertion: authenticator.get(challenge) } }),
})

/** The `vouch` of a registration: that of this device, if there is one. */
export const vouchOf = async (
  options: { readonly vouch?: { readonly challenge: string } },
  voucher: Signer | undefined,
): Promise<object> =>
  voucher && options.vouch ? { vouch: (await voucher.proofFor(options.vouch.challenge)).proof } : {}

/** Enrols a passkey. The person must have logged in recently. A further one waits, unless one of theirs vouches for it. */
export const enrolPasskey = async (
  product: Product,
  { token }: Pick<Person, 'token'>,
  authenticator = newAuthenticator(product.platform.config.PUBLIC_BASE_URL),
  voucher?: Signer,
): Promise<Passkey> => {
  const post = (path: string, body: object) => product.call('POST', path, { token, body })
  const key = authenticator.thumbprint
  const { body: options } = await post('/users/register-device-options', { kind: 'passkey', key })
  const response = authenticator.create(options.options.challenge)
  const vouch = await vouchOf(options, voucher)
  const { body } = await post('/users/register-device', {
    kind: 'passkey',
    name: 'Laptop',
    response,
    ...vouch,
  })
  return { deviceId: body.id, authenticator, ...signerOf(authenticator) }
}
