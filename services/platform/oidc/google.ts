import Type from 'typebox'
import Value from 'typebox/value'
import { Email } from '#contract/common.ts'
import { askProvider } from './ask-provider.ts'
import { RefusedToken, type Verify } from './provider-identity.ts'

const ISSUER = 'https://accounts.google.com'
const OWN_MAIL = /@(gmail|googlemail)[.]com$/i
const EMAIL_SCOPES = ['email', 'https://www.googleapis.com/auth/userinfo.email']

/** Google's answer about an access token. Numbers and booleans are texts. */
const TokenInfo = Type.Object({
  aud: Type.String(),
  azp: Type.String(),
  sub: Type.String({ minLength: 1 }),
  scope: Type.String(),
  exp: Type.String({ pattern: '^[0-9]{1,12}$' }),
  email: Type.String(),
  email_verified: Type.Optional(Type.Union([Type.String(), Type.Boolean()])),
  hd: Type.Optional(Type.String({ minLength: 1 })),
})

const isEnough = (scopes: readonly string[]): boolean =>
  scopes.includes('openid') && EMAIL_SCOPES.some((scope) => scopes.includes(scope))

/**
 * An access token is opaque, so Google is asked for which client it was issued. A token that another site received from its visitor
 * must not open that visitor's account here.
 */
export const createGoogleVerify =
  (clientId: string, tokenInfo: URL): Verify =>
  async (token, now) => {
    const { status, json } = await askProvider(tokenInfo, new URLSearchParams({ access_token: token }))
    if (status === 400 || status === 401) throw new RefusedToken('unknown to Google, or expired')
    if (status !== 200) throw new Error(`the provider answered ${status}`)
    if (!Value.Check(TokenInfo, json)) throw new RefusedToken('incomplete')
    const { aud, azp, sub, scope, exp, email, email_verified: verified, hd } = json
    if (aud !== clientId || azp !== clientId) throw new RefusedToken('made for somebody else')
    const expiresAt = new Date(Number(exp) * 1_000)
    if (expiresAt <= now) throw new RefusedToken('expired')
    if (!isEnough(scope.split(' '))) throw new RefusedToken('without the scopes openid and email')
    // Other addresses were verified once, but may belong to somebody else by now.
    const isProved = String(verified) === 'true' && (OWN_MAIL.test(email) || hd !== undefined)
    return {
      provider: 'google',
      subject: [ISSUER, sub],
      email: Value.Check(Email, email) ? email : null,
      isProved,
      token,
      expiresAt,
    }
  }
