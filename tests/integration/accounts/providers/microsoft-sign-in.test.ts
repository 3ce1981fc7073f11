import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CLIENT, OTHER_CLIENT, OTHER_CLOUD, TENANT_WITH_KEY } from '#support/servers/oidc.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { openSignIn, type SignIn } from '#support/product/sign-in.ts'

let signIn: SignIn

beforeAll(async () => {
  signIn = await openSignIn()
})
afterEach(async () => {
  await signIn.product.platform.db('throttles').delete()
})
afterAll(() => signIn?.close())

const TENANT = randomUUID()
const refused = [401, 'microsoft.refused'] as const
const newAccount = () => ({ sub: randomUUID(), email: `${randomUUID()}@firm.example`, xms_edov: true })

test('the first sign-in creates a verified account if Microsoft vouches for the address', async () => {
  const account = newAccount()
  const { status, body } = await signIn.byMicrosoft(TENANT, account)
  expect(status).toBe(200)
  const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
  expect(user.body).toMatchObject({ email: account.email, role: 'admin', verified: true })
  expect(await signIn.factsAbout(account.email)).toEqual(['UserSignedUp', 'EmailVerified', 'IdentityLinked'])
})

test('tenant and object id identify the account, whatever the address', async () => {
  const account = newAccount()
  await signIn.byMicrosoft(TENANT, account)
  for (const email of [undefined, 'somebody.else@firm.example', 'no address']) {
    const { body } = await signIn.byMicrosoft(TENANT, { ...account, email })
    const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
    expect(user.body.email).toBe(account.email)
  }
})

test('the same object id in another tenant is another user', async () => {
  const account = newAccount()
  await signIn.byMicrosoft(TENANT, account)
  const other = await signIn.byMicrosoft(randomUUID(), { ...account, xms_edov: undefined })
  expect(other).toMatchObject({ status: 401, body: { code: 'identity.unconfirmed' } })
})

test('a token works once', async () => {
  const token = await signIn.providers.microsoft(TENANT, newAccount())
  expect((await signIn.verify('microsoft', token)).status).toBe(200)
  await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('microsoft', token), refused)
})

test('a token works once, in every encoding of its signature', async () => {
  const token = await signIn.providers.microsoft(TENANT, newAccount())
  expect((await signIn.verify('microsoft', token)).status).toBe(200)
  const [header, claimed, signature] = token.split('.')
  const bytes = Buffer.from(signature!, 'base64url')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const others = [...letters]
    .map((last) => signature!.slice(0, -1) + last)
    .filter((other) => other !== signature && Buffer.from(other, 'base64url').equals(bytes))
  expect(others).toHaveLength(15)
  for (const other of [...others, `${signature}==`, bytes.toString('base64')])
    await expectRefusedWithoutEvents(
      signIn.product,
      () => signIn.verify('microsoft', `${header}.${claimed}.${other}`),
      refused,
    )
})

test('a new account needs an address', async () => {
  const token = await signIn.providers.microsoft(TENANT, { sub: randomUUID() })
  await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('microsoft', token), refused)
})

const seconds = () => Math.floor(Date.now() / 1_000)
const issuerOf = (tenant: string) => signIn.providers.addresses.microsoftIssuer.replace('{tenantid}', tenant)

/** The claims of a valid token. */
const claims = (tenant = TENANT): JWTPayload => ({
  ...newAccount(),
  iss: issuerOf(tenant),
  aud: CLIENT,
  tid: tenant,
  oid: randomUUID(),
  ver: '2.0',
  iat: seconds(),
  nbf: seconds(),
  exp: seconds() + 3_600,
})
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const unsigned = (header: object, of = claims()) => `${encoded(header)}.${encoded(of)}`

test('accepts a forged token with the right key and claims, as a control for the tests below', async () => {
  const { providers } = signIn
  expect((await signIn.verify('microsoft', await providers.forge(claims()))).status).toBe(200)
  const own = await providers.forge(claims(TENANT_WITH_KEY), { kid: 'single' })
  expect((await signIn.verify('microsoft', own)).status).toBe(200)
})

describe('rejects a token', () => {
  const wrongClaims: Record<string, () => { readonly [claim: string]: unknown }> = {
    'for another client': () => ({ aud: OTHER_CLIENT }),
    'without an audience': () => ({ aud: undefined }),
    'of another authorized party': () => ({ azp: OTHER_CLIENT }),
    'of another issuer': () => ({ iss: 'https://accounts.google.com' }),
    'of the common issuer': () => ({ iss: issuerOf('common') }),
    'with the issuer template': () => ({ iss: signIn.providers.addresses.microsoftIssuer }),
    'with the issuer of another tenant': () => ({ iss: issuerOf(randomUUID()) }),
    'with a tenant that differs from the issuer': () => ({ tid: randomUUID() }),
    'without an issuer': () => ({ iss: undefined }),
    'without a tenant': () => ({ tid: undefined }),
    'with a tenant that is not a GUID': () => ({ tid: 'common', iss: issuerOf('common') }),
    'with a tenant that is a path': () => ({ tid: `${TENANT}/../x`, iss: issuerOf(`${TENANT}/../x`) }),
    'with a tenant that is an object': () => ({ tid: { toString: TENANT } }),
    'without an object id': () => ({ oid: undefined }),
    'with an object id that is not a GUID': () => ({ oid: 'ada@firm.example' }),
    'of version 1': () => ({ ver: '1.0' }),
    'without a version': () => ({ ver: undefined }),
    'that has expired': () => ({ exp: seconds() - 120 }),
    'without an expiry': () => ({ exp: undefined }),
    'that is not valid yet': () => ({ nbf: seconds() + 600 }),
    'that is older than five minutes': () => ({ iat: seconds() - 420 }),
    'issued in the future': () => ({ iat: seconds() + 600 }),
    'without an issue time': () => ({ iat: undefined }),
    'with an invalid address': () => ({ email: 'ada@firm.example\nBcc: all@firm.example' }),
  }

  test.each(Object.keys(wrongClaims))('%s', async (name) => {
    const token = await signIn.providers.forge({ ...claims(), ...wrongClaims[name]!() })
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('microsoft', token), refused)
  })

  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const signed = (header: object) => {
    const text = unsigned(header)
    return `${text}.${sign('sha256', Buffer.from(text), other.privateKey).toString('base64url')}`
  }
  const published = async (): Promise<Record<string, string>> => {
    const list = (await (await fetch(signIn.providers.addresses.microsoftKeys)).json()) as {
      keys: [Record<string, string>]
    }
    return list.keys[0]
  }
  const byPublicKey = async (key: (jwk: Record<string, string>) => string | Buffer) => {
    const text = unsigned({ alg: 'HS256', kid: 'shared', typ: 'JWT' })
    return `${text}.${createHmac('sha256', key(await published()))
      .update(text)
      .digest('base64url')}`
  }
  const wrongSignatures: Record<string, () => Promise<string> | string> = {
    'without a signature': () => `${unsigned({ alg: 'none', typ: 'JWT' })}.`,
    'whose algorithm is none, in capitals': () => `${unsigned({ alg: 'NONE' })}.`,
    'whose algorithm is none, with a signature': async () =>
      `${unsigned({ alg: 'none', kid: 'shared' })}.${(await signIn.providers.forge(claims())).split('.')[2]}`,
    'without an algorithm': () => `${unsigned({ kid: 'shared' })}.AAAA`,
    'signed by the public key as a secret': () => byPublicKey((jwk) => jwk['n']!),
    'signed by the public key as bytes': () => byPublicKey((jwk) => Buffer.from(jwk['n']!, 'base64url')),
    'signed by the public key as JSON': () => byPublicKey((jwk) => JSON.stringify(jwk)),
    'signed by the client id': () => byPublicKey(() => CLIENT),
    'signed by a key of its own': () => signed({ alg: 'RS256', kid: 'shared' }),
    'signed by an unknown key': () => signed({ alg: 'RS256', kid: 'mine' }),
    'that brings its key': () =>
      signed({ alg: 'RS256', kid: 'shared', jwk: other.publicKey.export({ format: 'jwk' }) }),
    'that says where its key is': () => signed({ alg: 'RS256', kid: 'mine', jku: 'http://127.0.0.1/keys' }),
    'signed with PSS': () => signIn.providers.forge(claims(), { alg: 'PS256' }),
    'signed with a longer hash': () => signIn.providers.forge(claims(), { alg: 'RS512' }),
    'of a cloud that is not ours, by its own key': () =>
      signIn.providers.forge(
        { ...claims(), iss: OTHER_CLOUD.replace('{tenantid}', TENANT) },
        { kid: 'cloud' },
      ),
    'signed by the key of another tenant': () => signIn.providers.forge(claims(), { kid: 'single' }),
    'with an unknown critical header': () => signed({ alg: 'RS256', kid: 'shared', crit: ['x'], x: 1 }),
    'with claims that were exchanged': async () => {
      const [header, , signature] = (await signIn.providers.forge(claims())).split('.')
      return `${header}.${encoded({ ...claims(), tid: TENANT })}.${signature}`
    },
    'that is not a JWT': () => 'AAAA',
    'with three invalid parts': () => 'AAAA.BBBB.CCCC',
    'that is encrypted': () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA',
  }

  test.each(Object.keys(wrongSignatures))('%s', async (name) => {
    const token = await wrongSignatures[name]!()
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('microsoft', token), refused)
  })
})

test('only configured tenants can sign in', async () => {
  const [named, other] = [randomUUID(), randomUUID()]
  const few = await openSignIn({ MICROSOFT_TENANTS: `${randomUUID()},${named.toUpperCase()}` })
  try {
    expect((await few.byMicrosoft(named, newAccount())).status).toBe(200)
    await expectRefusedWithoutEvents(few.product, () => few.byMicrosoft(other, newAccount()), refused)
  } finally {
    await few.close()
  }
})
