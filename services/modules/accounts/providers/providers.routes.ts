import { Rejected } from '#contract/errors.ts'
import { verifyGoogle, verifyMicrosoft } from '#contract/accounts/providers.ts'
import type { Answer, Call, Routes } from '#platform/http/http.ts'
import type { Provider, ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import type { Platform } from '#platform/platform.ts'
import { PROVIDER_LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { IdentityLinks } from './identity-links.ts'
import { identityHash, type Identities } from './identity.store.ts'
import type { SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type SignIn = typeof verifyGoogle | typeof verifyMicrosoft

type Parts = {
  readonly sessionTokens: SessionTokens
  readonly identities: Identities
  readonly identityLinks: IdentityLinks
}

export const providerRoutes = (
  routes: Routes,
  { config, commands, identityProviders, throttle }: Platform,
  { sessionTokens, identities, identityLinks }: Parts,
): void => {
  const identityOf = async (provider: Provider, call: Call<SignIn>): Promise<ProviderIdentity> => {
    const verify = identityProviders[provider]
    if (!verify) throw new Rejected('provider.off')
    const { now, raw, body } = call
    const guess = [PROVIDER_LOGINS_BY_CALLER, raw.request.ip] as const
    const refused = new Rejected(`${provider}.refused`)
    const identified = await throttle.guess([guess], now, async () => {
      try {
        const identity = await verify(body.access_token, now)
        // First of all: a token that leaked later is already spent.
        return (await identities.spend(identity, now)) ? identity : undefined
      } catch (error) {
        if (error instanceof Rejected && error.code === refused.code) return undefined
        throw error
      }
    })
    if (!identified) throw refused
    return identified
  }

  /** Ignores a row whose event is missing, e.g. after a restore of older events. */
  const linkedUserId = async (hash: string): Promise<string | undefined> => {
    const userId = await identities.find(hash)
    if (userId === undefined) return undefined
    const { state } = await commands.load(userDecider, userStream(userId))
    return state.kind !== 'none' && state.identities.has(hash) ? userId : undefined
  }

  const signIn =
    (provider: Provider) =>
    async (call: Call<SignIn>): Promise<Answer<SignIn>> => {
      const identity = await identityOf(provider, call)
      const hash = identityHash(config.ADDRESS_KEY, identity)
      const userId = (await linkedUserId(hash)) ?? (await identityLinks.claim(call, identity, hash))
      const { state, position } = await commands.load(userDecider, userStream(userId))
      if (state.kind !== 'verified' || state.role === 'super admin') throw new Rejected(`${provider}.refused`)
      const { role } = state
      return { position, reply: () => sessionTokens.open(call, { id: userId, role }, call.body.client) }
    }

  routes.command(verifyGoogle, signIn('google'))
  routes.command(verifyMicrosoft, signIn('microsoft'))
}
