import { expect, test } from 'vitest'
import { randomToken } from '../primitives/ids.ts'
import { parseKeyRing } from '../config/key-ring.ts'
import { createPasswords } from './passwords.ts'

const [old, fresh] = [`1:${randomToken()}`, `2:${randomToken()}`]
const passwordsWith = (...secrets: readonly string[]) => createPasswords(parseKeyRing(secrets.join()))

test('verifies a hash with the key that it names, even if there is a newer one', async () => {
  const stored = await passwordsWith(old).hash('correct horse')
  expect(stored).toMatch(/^p1:\$argon2id\$/)
  const both = passwordsWith(old, fresh)
  expect(await both.hash('correct horse')).toMatch(/^p2:\$argon2id\$/)
  expect(await both.verify(stored, 'correct horse')).toBe(true)
  expect(await both.verify(stored, 'wrong')).toBe(false)
  expect(await both.verify(undefined, 'nobody has this password')).toBe(false)
})

test('a hash costs 19 MiB and two passes unless a test says otherwise', async () => {
  expect(await passwordsWith(old).hash('correct horse')).toContain('$m=19456,t=2,p=1$')
})

test('a hash is outdated if there is a newer key or the cost has changed', async () => {
  const stored = await passwordsWith(old).hash('correct horse')
  expect(passwordsWith(old).isOutdated(stored)).toBe(false)
  expect(passwordsWith(old, fresh).isOutdated(stored)).toBe(true)
  expect(passwordsWith(old).isOutdated(stored.replace('t=2', 't=1'))).toBe(true)
})

test('a missing key throws instead of a wrong password', async () => {
  const stored = await passwordsWith(old).hash('correct horse')
  await expect(passwordsWith(fresh).verify(stored, 'correct horse')).rejects.toThrow(
    'PASSWORD_KEY: number 1 is missing',
  )
})
