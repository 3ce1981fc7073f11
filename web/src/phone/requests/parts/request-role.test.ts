import { describe, expect, it } from 'vitest'
import { roleIn } from './request-role.ts'

const member = { participantId: 'me', active: true, approver: true }
const person = (participantId: string) => ({ participantId, email: null })

describe('the role in a request is', () => {
  it('requester for the person who sent it, approver or not', () => {
    expect(roleIn({ requester: person('me'), approver: null }, member)).toBe('requester')
  })

  it('approver for the named approver', () => {
    expect(roleIn({ requester: person('other'), approver: person('me') }, member)).toBe('approver')
  })

  it('approver for every approver if none is named', () => {
    expect(roleIn({ requester: person('other'), approver: null }, member)).toBe('approver')
  })

  it('approver for the deputy of the named approver, and of somebody whom the rule names', () => {
    const asked = { requester: person('other'), standsInFor: person('third') }
    expect(roleIn({ ...asked, approver: person('third') }, member)).toBe('approver')
    const needs = { count: 1, of: [person('third')], rule: '', applied: null }
    expect(roleIn({ ...asked, approver: null, needs }, member)).toBe('approver')
    expect(roleIn({ ...asked, approver: null, needs }, { ...member, approver: false })).toBe('viewer')
  })

  it.each([
    ['another approver is named', person('third'), member],
    ['the member is no approver', null, { ...member, approver: false }],
    ['the member is inactive', null, { ...member, active: false }],
    ['the user is not in the workspace', null, undefined],
  ])('viewer if %s', (_, approver, someone) => {
    expect(roleIn({ requester: person('other'), approver }, someone)).toBe('viewer')
  })
})
