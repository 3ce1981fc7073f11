import { expect, test } from 'vitest'
import { faultsOfKeyRing, parseKeyRing } from './key-ring.ts'
import { randomToken } from '../primitives/ids.ts'

const [one, two] = [randomToken(), randomToken()]

test('a bare secret is number 1', () => {
  const ring = parseKeyRing(one)
  expect(ring.newest).toEqual({ number: 1, secret: one })
  expect([ring.find(1), ring.find(2)]).toEqual([one, undefined])
})

test('the key with the highest number is the newest in any order', () => {
  const ring = parseKeyRing(`10:${two}, 9:${one}`)
  expect(ring.newest).toEqual({ number: 10, secret: two })
  expect([ring.find(9), ring.find(10)]).toEqual([one, two])
  expect(parseKeyRing(`7:${one}`).newest.number).toBe(7)
})

test.each([
  ['short', 'must not have fewer than 32 characters'],
  ['', 'must not have fewer than 32 characters'],
  ['3:', 'the secret of number 3 must not have fewer than 32 characters'],
  [`1:${one},1:${two}`, 'number 1 occurs twice'],
  [`0:${one}`, '0 is no number from 1 to 9999'],
  [`10000:${one}`, '10000 is no number from 1 to 9999'],
  [`1:${one},${two}`, 'one bare secret, or each with its number: 1:secret,2:secret'],
  [`1:${one},`, 'one bare secret, or each with its number: 1:secret,2:secret'],
])('rejects %s without showing a secret', (text, fault) => {
  expect(faultsOfKeyRing(text)).toEqual([fault])
  expect(fault).not.toContain(one)
  expect(() => parseKeyRing(text)).toThrow(fault)
})
