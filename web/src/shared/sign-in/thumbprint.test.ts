import { expect, test } from 'vitest'
import { toBase64url } from './base64url.ts'
import { passkeyThumbprint, thumbprintOf } from './thumbprint.ts'

test('the thumbprint of a key is the one of the example in RFC 7638', async () => {
  const n =
    '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
  expect(await thumbprintOf({ kty: 'RSA', n, e: 'AQAB' })).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
})

const ec = { name: 'ECDSA', namedCurve: 'P-256' } as const
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

test.each([
  [-7, ec],
  [-8, { name: 'Ed25519' }],
  [-257, rsa],
])('a passkey of algorithm %i has the thumbprint of its public key', async (algorithm, how) => {
  const pair = (await crypto.subtle.generateKey(how, true, ['sign', 'verify'])) as CryptoKeyPair
  const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey)))
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const known = Object.fromEntries(Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value))
  expect(await passkeyThumbprint(algorithm, spki)).toBe(
    await thumbprintOf(known as Parameters<typeof thumbprintOf>[0]),
  )
})

test('without a public key from the browser there is no thumbprint', async () => {
  expect(await passkeyThumbprint(-7, undefined)).toBeNull()
  expect(await passkeyThumbprint(-99, 'AAAA')).toBeNull()
})
