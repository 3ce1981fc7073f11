import { describe, expect, it } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.ts'

describe('base64url', () => {
  it('uses the URL alphabet and no padding', () => {
    expect(toBase64url(new Uint8Array([251, 255, 191, 1]))).toBe('-_-_AQ')
  })

  it('decodes every byte it encodes', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes)
  })

  it('encodes a challenge in 43 characters and a signature in 86', () => {
    expect(toBase64url(new Uint8Array(32))).toHaveLength(43)
    expect(toBase64url(new Uint8Array(64))).toHaveLength(86)
  })

  it.each(['ab+/', 'ab==', 'a', 'ä'])('rejects %j', (text) => {
    expect(() => fromBase64url(text)).toThrow(TypeError)
  })
})
