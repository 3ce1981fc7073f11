import { describe, expect, it } from 'vitest'
import { roleIn } from './request-role.ts'

const member = { participantId: 'me', active: true, approver: true }
const person = (participantId: string) => ({ participantId, email: null })

describe('a request is', () => {
  it('the own one of who asked, approver or not', () => {
    expect(roleIn({ requester: person('me'), approver: null }, member)).toBe('requester')
  })

  it('to be decided by the approver that was asked', () => {
    expect(roleIn({ requester: person('other'), approver: person('me') }, member)).toBe('approver')
  })

  it('to be decided by any approver when nobody was named', () => {
    expect(roleIn({ requester: person('other'), approver: null }, member)).toBe('approver')
  })

  it.each([
    ['another approver was asked', person('third'), member],
    ['one is no approver', null, { ...member, approver: false }],
    ['one is inactive', null, { ...member, active: false }],
    ['one is not in the workspace', null, undefined],
  ])('only to be looked at when %s', (_, approver, someone) => {
    expect(roleIn({ requester: person('other'), approver }, someone)).toBe('onlooker')
  })
})
