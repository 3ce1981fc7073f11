import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PersonLine } from './PersonLine.tsx'

const EMAIL = 'ben.0cb7a1@example.com'

test('in a list what stands before the @ gives way, and the whole is there in one piece', () => {
  const { container } = render(<PersonLine of={{ name: 'Ben Ode', email: EMAIL }} erased="Deleted" />)
  expect(container.textContent).toBe(`Ben Ode ${EMAIL}`)
  const address = container.querySelector<HTMLElement>('.address-line')!
  expect([address.title, address.dataset['local'], address.dataset['domain']]).toEqual([
    EMAIL,
    'ben.0cb7a1',
    '@example.com',
  ])
  expect(address.innerHTML).toBe(`<bdi dir="ltr">${EMAIL}</bdi>`)
})
