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

test('the first sign-in makes a verified account where Microsoft answers for the address', async () => {
  const account = newAccount()
  const { status, body } = await signIn.byMicrosoft(TENANT, account)
  expect(status).toBe(200)
  const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
  expect(user.body).toMatchObject({ email: account.email, role: 'admin', verified: true })
  expect(await signIn.factsAbout(account.email)).toEqual(['UserSignedUp', 'EmailVerified', 'IdentityLinked'])
})

test('tenant and object name the account, whatever its address has become, or without one', async () => {
  const account = newAccount()
  await signIn.byMicrosoft(TENANT, account)
  for (const email of [undefined, 'somebody.else@firm.example', 'no address']) {
    const { body } = await signIn.byMicrosoft(TENANT, { ...account, email })
    const user = await signIn.product.call('GET', '/users/current', { token: body.access_token })
    expect(user.body.email).toBe(account.email)
  }
})

test('the same object of another tenant, with the same address, is somebody else', async () => {
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

test('and that however its signature is spelled', async () => {
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

/** What a good token says. */
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

test('a token that is made by hand with the right key and claims is fine, as a measure for the others', async () => {
  const { providers } = signIn
  expect((await signIn.verify('microsoft', await providers.forge(claims()))).status).toBe(200)
  const own = await providers.forge(claims(TENANT_WITH_KEY), { kid: 'single' })
  expect((await signIn.verify('microsoft', own)).status).toBe(200)
})

describe('refused is a token', () => {
  const wrongClaims: Record<string, () => { readonly [claim: string]: unknown }> = {
    'for another client': () => ({ aud: OTHER_CLIENT }),
    'for nobody': () => ({ aud: undefined }),
    'that was handed to another client': () => ({ azp: OTHER_CLIENT }),
    'of another issuer': () => ({ iss: 'https://accounts.google.com' }),
    'of the issuer of all tenants': () => ({ iss: issuerOf('common') }),
    'with the template for an issuer': () => ({ iss: signIn.providers.addresses.microsoftIssuer }),
    'of one tenant with the issuer of another': () => ({ iss: issuerOf(randomUUID()) }),
    'of a tenant that is another than the issuer says': () => ({ tid: randomUUID() }),
    'without an issuer': () => ({ iss: undefined }),
    'without a tenant': () => ({ tid: undefined }),
    'of a tenant that is no GUID': () => ({ tid: 'common', iss: issuerOf('common') }),
    'of a tenant that climbs': () => ({ tid: `${TENANT}/../x`, iss: issuerOf(`${TENANT}/../x`) }),
    'of a tenant that is an object': () => ({ tid: { toString: TENANT } }),
    'without an object': () => ({ oid: undefined }),
    'with an object that is no GUID': () => ({ oid: 'ada@firm.example' }),
    'of version 1': () => ({ ver: '1.0' }),
    'without a version': () => ({ ver: undefined }),
    'that has ended': () => ({ exp: seconds() - 120 }),
    'without an end': () => ({ exp: undefined }),
    'that is not good yet': () => ({ nbf: seconds() + 600 }),
    'that is older than five minutes': () => ({ iat: seconds() - 420 }),
    'of the future': () => ({ iat: seconds() + 600 }),
    'of no time': () => ({ iat: undefined }),
    'with an address that is none': () => ({ email: 'ada@firm.example\nBcc: all@firm.example' }),
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
    'signed by a key that nobody knows': () => signed({ alg: 'RS256', kid: 'mine' }),
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
    'with a critical header that nobody knows': () =>
      signed({ alg: 'RS256', kid: 'shared', crit: ['x'], x: 1 }),
    'with claims that were exchanged': async () => {
      const [header, , signature] = (await signIn.providers.forge(claims())).split('.')
      return `${header}.${encoded({ ...claims(), tid: TENANT })}.${signature}`
    },
    'that is none': () => 'AAAA',
    'that is none, in three parts': () => 'AAAA.BBBB.CCCC',
    'that is encrypted': () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAA.AAAA.AAAA',
  }

  test.each(Object.keys(wrongSignatures))('%s', async (name) => {
    const token = await wrongSignatures[name]!()
    await expectRefusedWithoutEvents(signIn.product, () => signIn.verify('microsoft', token), refused)
  })
})

test('where tenants are named nobody else gets in', async () => {
  const [named, other] = [randomUUID(), randomUUID()]
  const few = await openSignIn({ MICROSOFT_TENANTS: `${randomUUID()},${named.toUpperCase()}` })
  try {
    expect((await few.byMicrosoft(named, newAccount())).status).toBe(200)
    await expectRefusedWithoutEvents(few.product, () => few.byMicrosoft(other, newAccount()), refused)
  } finally {
    await few.close()
  }
})
