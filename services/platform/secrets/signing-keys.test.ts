import { expect, test } from 'vitest'
import { randomToken } from '../primitives/ids.ts'
import { isSignedWith, signingKeys } from './signing-keys.ts'

const [old, newer] = [randomToken(), randomToken()]

test('a key is derived from secret and purpose, and its public key verifies signatures', () => {
  const [key] = signingKeys('seals', old)
  expect(key).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{16}$/), publicKey: expect.any(String) })
  const { id: keyId, publicKey } = key
  const signature = key.sign('the text')
  expect(isSignedWith({ publicKey, keyId }, 'the text', signature)).toBe(true)
  expect(isSignedWith({ publicKey, keyId }, 'the texts', signature)).toBe(false)
  expect(signingKeys('seals', old)[0].id).toBe(keyId)
  expect(signingKeys('something else', old)[0].id).not.toBe(keyId)
})

test('the newest key signs, and older keys still verify their signatures', () => {
  const [before] = signingKeys('seals', old)
  const [now, older, ...none] = signingKeys('seals', `1:${old},2:${newer}`)
  expect([older!.id, now.id === before.id, none]).toEqual([before.id, false, []])
})

test('rejects an invalid key, an invalid signature and another key id', () => {
  const [key] = signingKeys('seals', old)
  const [other] = signingKeys('seals', newer)
  const signature = key.sign('the text')
  for (const [publicKey, keyId, by] of [
    [other.publicKey, key.id, signature],
    [other.publicKey, other.id, signature],
    [key.publicKey, other.id, signature],
    ['', key.id, signature],
    ['A'.repeat(43), key.id, signature],
    [key.publicKey, key.id, ''],
    [key.publicKey, key.id, 'A'.repeat(86)],
    [key.publicKey, key.id, '{}'],
  ] as const)
    expect(isSignedWith({ publicKey, keyId }, 'the text', by)).toBe(false)
})
