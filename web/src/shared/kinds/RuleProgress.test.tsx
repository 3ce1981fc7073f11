import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RuleProgress, type Ruled } from './RuleProgress.tsx'

const person = (name: string) => ({ participantId: name, email: `${name.toLowerCase()}@acme.example`, name })
const treasury = '6a1e4f0c-2b7d-4c58-9e3f-0d1c2b3a4f5e'
const request: Ruled = {
  status: 'pending',
  needs: {
    count: 2,
    of: [person('Ben'), person('Carl')],
    rule: 'Two of: Treasury; from 10,000.00 EUR',
    applied: {
      rule: {
        when: { amountFrom: '10000.00', currency: 'EUR' },
        who: { groups: [treasury] },
        count: 2,
        before: null,
        hours: 24,
      },
      groups: [{ id: treasury, name: 'Treasury' }],
    },
  },
  decisions: [
    {
      participant: person('Anna'),
      at: '2026-03-02T14:02:00.000Z',
      assurance: 'passkey',
      approves: true,
      onBehalfOf: null,
    },
  ],
}
const timeOf = (iso: string) => iso.slice(11, 16)
const shown = (given: Partial<Ruled> = {}) => {
  const { container } = render(<RuleProgress request={{ ...request, ...given }} timeOf={timeOf} />)
  return container.textContent?.replaceAll(/[\u2068\u2069]/g, '')
}

test('shows the rule, who has approved and when, and for whom it waits', () => {
  const text = shown()
  expect(text).toContain('Two of: Treasury; from 10,000.00 EUR')
  screen.getByText('1 of 2 approvals')
  expect(text).toContain('Anna anna@acme.example approved, 14:02')
  expect(text).toContain('Waits for one ofBen ben@acme.exampleCarl carl@acme.example')
})

test('says for whom a deputy approved', () => {
  const [decision] = request.decisions!
  const text = shown({ decisions: [{ ...decision!, onBehalfOf: person('Dora') }] })
  expect(text).toContain('Anna anna@acme.example for Dora (dora@acme.example) approved, 14:02')
})

test('says who declined, and waits for nobody once it is decided', () => {
  const [decision] = request.decisions!
  const text = shown({ status: 'declined', decisions: [{ ...decision!, approves: false }] })
  expect(text).toContain('0 of 2 approvals')
  expect(text).toContain('declined, 14:02')
  expect(text).not.toContain('Waits')
})

test('an erased rule leaves the count, and without a rule there is nothing', () => {
  expect(shown({ needs: { ...request.needs!, applied: null } })).toContain('Rule deleted')
  const { needs: _, ...free } = request
  const { container } = render(<RuleProgress request={free} timeOf={timeOf} />)
  expect(container.innerHTML).toBe('')
})

test('says for how many people it waits before anybody is asked, and no more once it has ended', () => {
  const parked = { people: 1, groups: ['Board'] }
  expect(shown({ parked })).toContain('Waits until enough people can decide: 1 person is missing.')
  expect(shown({ parked })).toContain('Nobody can decide in: Board')
  expect(shown({ parked: { people: 0, groups: [] } })).toContain('Enough people can decide by now.')
  expect(shown({ parked, status: 'declined' })).not.toContain('missing')
})
