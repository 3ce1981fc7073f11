import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SignJWT, type JWTPayload } from 'jose'
import * as oidc from 'openid-client'
import Provider, { type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider'
import type { ProviderAddresses } from '#platform/oidc/identity-providers.ts'

/** Claims of somebody's account at a provider, besides `sub`. */
export type Account = Readonly<Record<string, unknown>>
export type Fault = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<unknown>,
) => unknown

/**
 * Google and any number of Microsoft's tenants on loopback: each a real OpenID provider, where somebody signs in by
 * the code flow with PKCE as in a browser. Besides, what the two have that the standard has not: `tokeninfo`, which
 * answers as Google documents it by what introspection says, and one list of keys for all tenants.
 */
export type LocalProviders = {
  readonly addresses: ProviderAddresses
  readonly origin: string
  /** Where the tenant sends a browser back to in which this account signs in, with its answer; it got there by this query. */
  signInAt(tenant: string, account: Account & { readonly sub: string }, query: URLSearchParams): Promise<URL>
  /** An access token for our client, unless it is another's. */
  google(account: Account, options?: { readonly client?: string; readonly scope?: string }): Promise<string>
  /** An ID token of this tenant. */
  microsoft(tenant: string, account: Account, client?: string): Promise<string>
  /** Signs with the key that the tenants sign with what they would not. */
  forge(claims: JWTPayload, header?: { readonly alg?: string; readonly kid?: SigningKey }): Promise<string>
  /** How tokeninfo and the list of keys behave from now on; null: as they should. The truth stands below `/elsewhere` too. */
  fail(fault: Fault | null): void
  /** What tokeninfo says from now on in addition, or instead. */
  twistTokenInfo(change: Readonly<Record<string, unknown>>): void
  close(): Promise<void>
}

export const CLIENT = 'vieraugen'
export const OTHER_CLIENT = 'somebody-else'
const REDIRECT = 'http://127.0.0.1/signed-in'
const ASKING = { client_id: 'tokeninfo', client_secret: 'only on loopback' }
type SigningKey = 'shared' | 'single' | 'cloud'
/** The issuer whose tenants the key `cloud` signs for: none that we trust, though its keys stand in the same list. */
export const OTHER_CLOUD = 'https://login.other-cloud.example/{tenantid}/v2.0'
/** The tenant for which alone the key `single` signs. */
export const TENANT_WITH_KEY = '9188040d-6c67-4c5b-b112-36a304b66dad'

const inMemory = () => {
  const rows = new Map<string, AdapterPayload>()
  return (model: string): Adapter => {
    const key = (id: string) => `${model} ${id}`
    return {
      find: async (id) => rows.get(key(id)),
      findByUid: async (uid) => [...rows.values()].find((row) => row.kind === model && row.uid === uid),
      findByUserCode: async () => undefined,
      upsert: async (id, payload) => void rows.set(key(id), payload),
      consume: async (id) => void Object.assign(rows.get(key(id))!, { consumed: true }),
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async () => {},
    }
  }
}

const newKey = (kid: SigningKey) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig' } }
}

/** Made once for all files of a worker: an RSA key takes a tenth of a second. */
let made: Readonly<Record<SigningKey, ReturnType<typeof newKey>>> | undefined
const signingKeys = () =>
  (made ??= { shared: newKey('shared'), single: newKey('single'), cloud: newKey('cloud') })

/** For a browser: where it is sent back to, and how the tenants call themselves, which are asked on loopback all the same. */
type BrowserOptions = { readonly redirectUri: string; readonly tenants: string }

export const openProviders = async (browser?: BrowserOptions): Promise<LocalProviders> => {
  const accounts = new Map<string, Account>()
  const signing = signingKeys()
  const providers = new Map<string, Provider>()
  let fault: Fault | null = null
  let twist: Readonly<Record<string, unknown>> = {}

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const tenants = browser?.tenants ?? origin
  const redirectUris = [REDIRECT, ...(browser ? [browser.redirectUri] : [])]
  const configuration = (place: string): Configuration => ({
    adapter: inMemory(),
    jwks: { keys: [signing.shared.jwk] },
    cookies: { keys: [randomUUID()] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    claims: { openid: ['sub', 'tid', 'oid', 'ver', 'xms_edov'], email: ['email'] },
    clients: [
      ...[CLIENT, OTHER_CLIENT].map((client_id) => ({
        client_id,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'none' as const,
      })),
      { ...ASKING, redirect_uris: [], response_types: [], grant_types: [] },
    ],
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
    },
    interactions: { url: (_, { uid }) => `${place}/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    ttl: { AccessToken: 3_600, IdToken: 3_600, Interaction: 600, Session: 600, Grant: 600 },
  })

  const providerAt = (path: string): Provider => {
    const issuer = path === 'google' ? `${origin}/${path}` : `${tenants}/${path}`
    const known = providers.get(path) ?? new Provider(issuer, configuration(`${origin}/${path}`))
    providers.set(path, known)
    return known
  }

  /** A person who comes here has just typed their password and agreed. */
  const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response)
    const accountId = String(params['login_hint'])
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(request, response, { login: { accountId }, consent })
  }

  const tokenInfo = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = new URLSearchParams(await text(request))
    const answer = await fetch(`${origin}/google/token/introspection`, {
      method: 'POST',
      body: new URLSearchParams({ ...ASKING, token: asked.get('access_token') ?? '' }),
    })
    const token = (await answer.json()) as Record<string, unknown>
    if (request.method !== 'POST' || token['active'] !== true)
      return response.writeHead(400).end('{"error":"invalid_token","error_description":"Invalid Value"}')
    const { sub, client_id: client, scope, exp } = token
    const { email, email_verified: verified, hd } = accounts.get(String(sub))!
    const told = { azp: client, aud: client, sub, scope, exp: String(exp), email, hd, access_type: 'online' }
    return response.end(JSON.stringify({ ...told, email_verified: String(verified), ...twist }))
  }

  const issuers: Readonly<Record<SigningKey, string>> = {
    shared: `${tenants}/{tenantid}/v2.0`,
    single: `${tenants}/${TENANT_WITH_KEY}/v2.0`,
    cloud: OTHER_CLOUD,
  }
  const keys = () => ({
    keys: Object.values(signing).map(({ jwk: { kty, kid, use, n, e } }) => ({
      kty,
      kid,
      use,
      n,
      e,
      issuer: issuers[kid],
    })),
  })

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url!, origin)
    const asked = /^(?:\/elsewhere)?(\/tokeninfo|\/keys)$/.exec(pathname)?.[1]
    if (asked) {
      const answer = async () =>
        asked === '/keys' ? response.end(JSON.stringify(keys())) : tokenInfo(request, response)
      return fault && asked === pathname ? fault(request, response, answer) : answer()
    }
    const path = /^\/(google|[0-9a-f-]{36}\/v2\.0)\//.exec(pathname)![1]!
    const provider = providerAt(path)
    if (pathname.startsWith(`/${path}/interaction/`)) return interact(provider, request, response)
    Object.assign(request, { originalUrl: request.url, url: request.url!.slice(path.length + 1) })
    return provider.callback()(request, response)
  }

  const signIn = async (path: string, account: Account, client: string, scope: string) => {
    const { sub = randomUUID() } = account as { sub?: string }
    accounts.set(sub, account)
    const issuer = new URL(`${origin}/${path}`)
    const execute = [oidc.allowInsecureRequests]
    const config = await oidc.discovery(issuer, client, undefined, oidc.None(), { execute })
    const nonce = oidc.randomNonce()
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const start = oidc.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT,
      scope,
      login_hint: sub,
      nonce,
      code_challenge: createHash('sha256').update(pkceCodeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const end = await followRedirects(start)
    return oidc.authorizationCodeGrant(config, end, { pkceCodeVerifier, expectedNonce: nonce })
  }

  return {
    origin,
    async signInAt(tenant, account, query) {
      accounts.set(account.sub, { tid: tenant, oid: account.sub, ver: '2.0', ...account })
      const start = new URL(`${origin}/${tenant}/v2.0/auth?${query.toString()}`)
      start.searchParams.set('login_hint', account.sub)
      // what there is no page for here
      start.searchParams.delete('prompt')
      return followRedirects(start, query.get('redirect_uri')!)
    },
    addresses: {
      googleTokenInfo: `${origin}/tokeninfo`,
      microsoftKeys: `${origin}/keys`,
      microsoftIssuer: `${tenants}/{tenantid}/v2.0`,
    },
    google: async (account, { client = CLIENT, scope = 'openid email' } = {}) =>
      (await signIn('google', account, client, scope)).access_token,
    microsoft: async (tenant, account, client = CLIENT) => {
      const claims = { tid: tenant, oid: account['sub'] ?? randomUUID(), ver: '2.0', ...account }
      return (await signIn(`${tenant}/v2.0`, claims, client, 'openid email')).id_token!
    },
    forge: async (claims, { alg = 'RS256', kid = 'shared' } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(signing[kid].privateKey),
    fail(next) {
      fault = next
    },
    twistTokenInfo(change) {
      twist = change
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** As a browser does, with cookies, until the provider sends it back to us. */
const followRedirects = async (start: URL, until = REDIRECT): Promise<URL> => {
  const cookies = new Map<string, string>()
  let url = start
  while (!url.href.startsWith(until)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`)
    url = new URL(next, url)
  }
  return url
}
