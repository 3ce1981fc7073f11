import { Rejected } from '#contract/errors.ts'
import type { Provider, ProviderIdentity } from '#platform/oidc/provider-identity.ts'
import type { Platform } from '#platform/platform.ts'
import { PROVIDER_LOGINS_BY_CALLER } from '#modules/accounts/accounts.rates.ts'
import type { SessionCall } from '#modules/accounts/sessions/session-tokens.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { identityHash, type Identities } from './identity.store.ts'

type SignedIn = {
  readonly identity: ProviderIdentity
  readonly hash: string
  /** The account that the identity is linked to, if any. */
  readonly userId: string | undefined
}

export type ProviderSignIns = {
  /** Spends a token of a provider. Throws `provider.off`, `<provider>.refused` or `<provider>.unavailable`. */
  verify(provider: Provider, token: string, call: SessionCall): Promise<SignedIn>
}

export const createProviderSignIns = (
  { config, commands, identityProviders, throttle }: Platform,
  { identities }: { readonly identities: Identities },
): ProviderSignIns => {
  /** Ignores a row whose event is missing, e.g. after a restore of older events. */
  const linkedUserId = async (hash: string): Promise<string | undefined> => {
    const userId = await identities.find(hash)
    if (userId === undefined) return undefined
    const { state } = await commands.load(userDecider, userStream(userId))
    return state.kind !== 'none' && state.identities.has(hash) ? userId : undefined
  }
  return {
    async verify(provider, token, { now, raw }) {
      const verify = identityProviders[provider]
      if (!verify) throw new Rejected('provider.off')
      const guess = [PROVIDER_LOGINS_BY_CALLER, raw.request.ip] as const
      const refused = new Rejected(`${provider}.refused`)
      const identity = await throttle.guess([guess], now, async () => {
        try {
          const identified = await verify(token, now)
          // First of all: a token that leaked later is already spent.
          return (await identities.spend(identified, now)) ? identified : undefined
        } catch (error) {
          if (error instanceof Rejected && error.code === refused.code) return undefined
          throw error
        }
      })
      if (!identity) throw refused
      const hash = identityHash(config.ADDRESS_KEY, identity)
      return { identity, hash, userId: await linkedUserId(hash) }
    },
  }
}
