import { describe, expect, it } from 'vitest'
import { entryFaults } from './sign-in-rules.ts'

describe('a sign-in', () => {
  it('accepts umlauts in the domain, and rejects them before the @', () => {
    expect(entryFaults({ email: 'anna@müller.de', password: 'abc' })).toEqual({})
    expect(entryFaults({ email: 'jürgen@b.de', password: 'abc' })).toEqual({ email: 'emailLocal' })
  })

  it('needs an address and a password', () => {
    expect(entryFaults({ email: ' ', password: '' })).toEqual({ email: 'emailMissing', password: 'field' })
  })

  it.each(['anna', 'anna@example', 'an na@example.com', 'anna@@example.com', 'anna@example.c'])(
    'rejects the address %s',
    (email) => expect(entryFaults({ email, password: 'abc' })).toEqual({ email: 'email' }),
  )

  it('accepts a password of three characters, including spaces', () => {
    expect(entryFaults({ email: 'anna@example.com ', password: '   ' })).toEqual({})
    expect(entryFaults({ email: 'anna@example.com', password: 'ab' })).toEqual({ password: 'short' })
  })
})
