import { expect, it } from 'vitest'
import { shortId, shortIdBits } from '#contract/requests/short-id.ts'

it('shortens an id to two and three characters', () => {
  expect(shortId('00000000-0000-4000-8000-000000000000')).toBe('00-000')
  expect(shortId('00000000-0000-4000-8000-000001ffffff')).toBe('ZZ-ZZZ')
  expect(shortId('7a0c9a52-6d0e-5b1f-9d6a-1f2e3d4c5b6a')).toMatch(/^[0-9A-Z]{2}-[0-9A-Z]{3}$/)
})

it('differs for ids with different last digits', () => {
  expect(shortId('00000000-0000-4000-8000-000000000001')).not.toBe(
    shortId('00000000-0000-4000-8000-000000000002'),
  )
})

it('is parsed as the end of an id, and other texts are rejected', () => {
  expect(shortIdBits('zz-zzz')).toBe(2 ** 25 - 1)
  expect(shortIdBits('00010')).toBe(32)
  for (const text of ['', 'ZZ-ZZ', 'ZZ-ZZZZ', 'ZZZ-ZZ', 'OO-OOO', 'a%-bcd'])
    expect(shortIdBits(text)).toBeNull()
})
