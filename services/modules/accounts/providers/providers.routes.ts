import { Rejected } from '#contract/errors.ts'
import { verifyGoogle, verifyMicrosoft } from '#contract/accounts/providers.ts'
import type { Answer, Call, Routes } from '#platform/http/http.ts'
import type { Provider } from '#platform/oidc/provider-identity.ts'
import type { Platform } from '#platform/platform.ts'
import type { IdentityLinks } from './identity-links.ts'
import type { ProviderSignIns } from './provider-sign-ins.ts'
import type { SessionTokens } from '#modules/accounts/sessions/session-tokens.ts'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'

type SignIn = typeof verifyGoogle | typeof verifyMicrosoft

type Parts = {
  readonly sessionTokens: SessionTokens
  readonly providerSignIns: ProviderSignIns
  readonly identityLinks: IdentityLinks
}

export const providerRoutes = (
  routes: Routes,
  { commands }: Platform,
  { sessionTokens, providerSignIns, identityLinks }: Parts,
): void => {
  const signIn =
    (provider: Provider) =>
    async (call: Call<SignIn>): Promise<Answer<SignIn>> => {
      const {
        identity,
        hash,
        userId: linked,
      } = await providerSignIns.verify(provider, call.body.access_token, call)
      const userId = linked ?? (await identityLinks.claim(call, identity, hash))
      const { state, position } = await commands.load(userDecider, userStream(userId))
      if (state.kind !== 'verified' || state.role === 'super admin') throw new Rejected(`${provider}.refused`)
      const { role } = state
      return { position, reply: () => sessionTokens.open(call, { id: userId, role }, call.body.client) }
    }

  routes.command(verifyGoogle, signIn('google'))
  routes.command(verifyMicrosoft, signIn('microsoft'))
}
