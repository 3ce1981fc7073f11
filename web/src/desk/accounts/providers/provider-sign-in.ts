import * as oidc from 'openid-client'
import type { Reply } from '#contract/endpoint.ts'
import { errors } from '#contract/errors.ts'
import { verifyGoogle, verifyMicrosoft } from '#contract/accounts/providers.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { ApiError } from '#shared/api-error.ts'
import { call } from '#shared/api/api.ts'
import { paths } from '#shared/paths.ts'
import type { ProviderName } from '#shared/sign-in/provider-names.ts'
import { keepSignIn, type PendingSignIn } from './pending-sign-in.ts'

/** Loaded on a click or on return from a provider. Until then the page connects to no provider. */

type Options = Reply<typeof authOptions>

const redirectUri = (): string => new URL(paths.signedIn, location.origin).href

/**
 * Google gives a page an access token only through the implicit flow: for a code, its token endpoint requires the
 * client secret even with PKCE (developers.google.com/identity/protocols/oauth2/javascript-implicit-flow). There is no
 * ID token and so no nonce. Our server asks Google whether the access token was issued to us.
 */
const googleUrl = (clientId: string, { state }: PendingSignIn): URL => {
  const server = {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  }
  return oidc.buildAuthorizationUrl(new oidc.Configuration(server, clientId), {
    response_type: 'token',
    redirect_uri: redirectUri(),
    scope: 'openid email',
    prompt: 'select_account',
    state,
  })
}

type Microsoft = NonNullable<Options['microsoft']>

const microsoftAt = ({ clientId, authority }: Microsoft): Promise<oidc.Configuration> =>
  oidc.discovery(new URL(`${authority}/v2.0`), clientId, undefined, oidc.None())

/** The code flow with PKCE. The response comes in the fragment, so it appears in no server log. */
const microsoftUrl = async (microsoft: Microsoft, { state, nonce, verifier }: PendingSignIn): Promise<URL> =>
  oidc.buildAuthorizationUrl(await microsoftAt(microsoft), {
    response_mode: 'fragment',
    redirect_uri: redirectUri(),
    scope: 'openid email',
    prompt: 'select_account',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })

const refusedBy = (provider: ProviderName, cause: unknown): ApiError => {
  console.error(`The sign-in with ${provider} failed`, cause)
  const code = `${provider}.refused` as const
  const [statusCode, message] = errors[code]
  return new ApiError({ statusCode, code, message, requestId: '' })
}

const isOff = (): never => {
  throw new Error('not set up here')
}

/** Opens the provider's page. Throws `<provider>.refused` if that is impossible. */
export const startSignIn = async (
  { provider, ...given }: Pick<PendingSignIn, 'provider' | 'client' | 'channel'>,
  options: Options,
): Promise<void> => {
  const kept: PendingSignIn = {
    provider,
    ...given,
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  try {
    const url =
      provider === 'google'
        ? googleUrl((options.google ?? isOff()).clientId, kept)
        : await microsoftUrl(options.microsoft ?? isOff(), kept)
    keepSignIn(kept)
    location.assign(url)
  } catch (error) {
    throw refusedBy(provider, error)
  }
}

const tokenFrom = async (kept: PendingSignIn, answer: URLSearchParams): Promise<string> => {
  if (kept.provider === 'google') {
    const token = answer.get('access_token')
    if (token === null || answer.get('state') !== kept.state) throw new Error('not what was asked for')
    return token
  }
  const { microsoft } = await call(authOptions)
  const config = await microsoftAt(microsoft ?? isOff())
  const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = kept
  const checks = { expectedState, expectedNonce, pkceCodeVerifier }
  const { id_token: token } = await oidc.authorizationCodeGrant(
    config,
    new URL(`${redirectUri()}?${answer.toString()}`),
    checks,
  )
  return token!
}

/** Returns the provider's token in its response. Throws `<provider>.refused`. */
export const takeToken = (kept: PendingSignIn, answer: URLSearchParams): Promise<string> =>
  tokenFrom(kept, answer).catch((error: unknown) => {
    throw refusedBy(kept.provider, error)
  })

/** Logs in with the provider's response. Returns our access token. Throws ApiError. */
export const finishSignIn = async (kept: PendingSignIn, answer: URLSearchParams): Promise<string> => {
  const token = await takeToken(kept, answer)
  const endpoint = kept.provider === 'google' ? verifyGoogle : verifyMicrosoft
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (await call(endpoint, { body: { access_token: token, client: kept.client, timeZone } })).access_token
}
