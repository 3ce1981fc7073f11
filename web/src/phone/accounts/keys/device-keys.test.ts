import { expect, it } from 'vitest'
import { fromBase64url, toBase64url } from '#shared/sign-in/base64url.ts'
import { createDeviceKey, signChallenge } from './device-keys.ts'

it('signs a challenge so that the public key verifies it', async () => {
  const { privateKey, publicKey } = await createDeviceKey()
  const challenge = toBase64url(crypto.getRandomValues(new Uint8Array(32)))
  const signature = await signChallenge(privateKey, challenge)
  expect(signature).toMatch(/^[A-Za-z0-9_-]{86}$/)

  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', publicKey, algorithm, false, ['verify'])
  const verifies = (text: string) =>
    crypto.subtle.verify(algorithm, key, fromBase64url(signature), fromBase64url(text))
  expect(await verifies(challenge)).toBe(true)
  expect(await verifies('A'.repeat(43))).toBe(false)
})

it('creates a private key that cannot be exported, and returns only the public parts', async () => {
  const { privateKey, publicKey } = await createDeviceKey()
  expect(privateKey.extractable).toBe(false)
  expect(Object.keys(publicKey)).toEqual(['kty', 'crv', 'x', 'y'])
})
