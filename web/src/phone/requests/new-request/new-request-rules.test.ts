import { describe, expect, it } from 'vitest'
import { detailsFault, titleFault } from './new-request-rules.ts'

describe('a new request', () => {
  it('needs a title of at least three characters after trimming', () => {
    expect(titleFault('   ')).toBe('field')
    expect(titleFault(' ab ')).toBe('short')
    expect(titleFault(' abc ')).toBeUndefined()
  })

  it('must have a title of one line', () => {
    expect(titleFault('pay\nthis')).toBe('characters')
    expect(titleFault('pay \u0007 this')).toBe('characters')
    expect(titleFault('half \ud83d emoji')).toBe('characters')
    expect(titleFault('whole 😀 emoji')).toBeUndefined()
  })

  it('may have details of several lines', () => {
    expect(detailsFault('one\r\n\ttwo')).toBeUndefined()
    expect(detailsFault('one\u0000')).toBe('characters')
  })
})
