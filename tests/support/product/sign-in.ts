import type { Config } from '#platform/config/config.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { ownerOf } from './addresses.ts'
import { CLIENT, openProviders, type Account, type LocalProviders } from '../servers/oidc.ts'
import { openProduct, type Answered, type Product } from './product.ts'

/** The product with local fakes of Google and Microsoft. */
export type SignIn = {
  readonly product: Product
  readonly providers: LocalProviders
  verify(provider: 'google' | 'microsoft', token: string, headers?: Record<string, string>): Promise<Answered>
  /** Signs in at Google, then at the product with the token. */
  byGoogle(account: Account): Promise<Answered>
  byMicrosoft(tenant: string, account: Account): Promise<Answered>
  /** The event types of the user with this address. */
  factsAbout(email: string): Promise<readonly string[]>
  ownerOf(email: string): Promise<string>
  close(): Promise<void>
}

export const openSignIn = async (settings: Partial<Config> = {}): Promise<SignIn> => {
  const providers = await openProviders()
  const ids = { GOOGLE_CLIENT_ID: CLIENT, MICROSOFT_CLIENT_ID: CLIENT }
  const product = await openProduct({ ...ids, ...settings }, providers.addresses)
  const verify: SignIn['verify'] = (provider, token, headers = {}) =>
    product.call('POST', `/auth/${provider}/verify`, { body: { access_token: token }, headers })
  return {
    product,
    providers,
    verify,
    ownerOf: (email) => ownerOf(product, email),
    byGoogle: async (account) => verify('google', await providers.google(account)),
    byMicrosoft: async (tenant, account) => verify('microsoft', await providers.microsoft(tenant, account)),
    factsAbout: async (email) =>
      (await product.facts(userStream(await ownerOf(product, email)))).map(({ type }) => type),
    async close() {
      await product.close()
      await providers.close()
    },
  }
}
