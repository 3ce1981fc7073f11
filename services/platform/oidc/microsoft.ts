import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import Type from 'typebox'
import Value from 'typebox/value'
import { Email } from '#contract/common.ts'
import { askProvider } from './ask-provider.ts'
import { RefusedToken, type Verify } from './provider-identity.ts'

const SKEW_SECONDS = 60
const TENANT = '{tenantid}'
const Guid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

const IdToken = Type.Object({
  iss: Type.String(),
  exp: Type.Integer({ maximum: 99_999_999_999 }),
  ver: Type.Literal('2.0'),
  tid: Guid,
  oid: Guid,
  azp: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  /** Whether the owner of the address's domain has verified it. The claim occurs in several types. */
  xms_edov: Type.Optional(Type.Unknown()),
})

/** Each key names the issuer for which it signs: one tenant, or all with `{tenantid}`. */
const KeyOfIssuer = Type.Object({ issuer: Type.String() })

export type MicrosoftOptions = {
  readonly clientId: string
  /** The tenants whose members may sign in; null allows all tenants and private accounts. */
  readonly tenants: readonly string[] | null
  /** The keys of all tenants. */
  readonly keys: URL
  /** Contains `{tenantid}`. */
  readonly issuer: string
}

/**
 * Anybody can create a tenant and put any address into an account there. A token is therefore valid for its own tenant only: issuer,
 * tenant and signing key must belong together.
 */
export const createMicrosoftVerify = ({ clientId, tenants, keys, issuer }: MicrosoftOptions): Verify => {
  const keySet = createRemoteJWKSet(keys, {
    [customFetch]: async () => {
      const { status, json } = await askProvider(keys)
      return Response.json(json, { status })
    },
  })
  const keyMayIssue = (kid: string | undefined, tid: string, iss: string): boolean => {
    const key: unknown = keySet.jwks()?.keys.find((one) => one.kid === kid)
    return Value.Check(KeyOfIssuer, key) && key.issuer.replace(TENANT, tid) === iss
  }
  return async (token, now) => {
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      algorithms: ['RS256'],
      audience: clientId,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: '5m',
      currentDate: now,
    }).catch((error: unknown) => {
      throw isAboutToken(error) ? new RefusedToken(error.code) : error
    })
    const claims: JWTPayload = payload
    if (!Value.Check(IdToken, claims)) throw new RefusedToken('incomplete')
    const { iss, exp, tid, oid, azp, email, xms_edov: edov } = claims
    if (azp !== undefined && azp !== clientId) throw new RefusedToken('made for somebody else')
    if (iss !== issuer.replace(TENANT, tid)) throw new RefusedToken('issuer of another tenant')
    if (!keyMayIssue(protectedHeader.kid, tid, iss)) throw new RefusedToken('key of another issuer')
    if (tenants && !tenants.includes(tid)) throw new RefusedToken('tenant that is not let in')
    return {
      provider: 'microsoft',
      subject: [tid, oid],
      email: Value.Check(Email, email) ? email : null,
      isProved: [true, 'true', 1, '1'].some((yes) => yes === edov),
      // The signed part only, because the signature can be encoded in several ways.
      token: token.slice(0, token.lastIndexOf('.')),
      expiresAt: new Date((exp + SKEW_SECONDS) * 1_000),
    }
  }
}

/** Whether the token is at fault, and not the request for the keys. */
const isAboutToken = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError &&
  error.code !== 'ERR_JOSE_GENERIC' &&
  !(error instanceof errors.JWKSInvalid || error instanceof errors.JWKSTimeout)
