import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AddressText, PersonText, personWords } from './PersonText.tsx'

const EMAIL = 'ben.0cb7a1@example.com'

test('shows the name before the address', () => {
  const { container } = render(<PersonText of={{ name: 'Ben Ode', email: EMAIL }} erased="Deleted" />)
  expect(container.textContent).toBe(`Ben Ode ${EMAIL}`)
  expect(personWords({ name: 'Ben Ode', email: EMAIL }, 'Deleted')).toBe(`\u2068Ben Ode\u2069 (${EMAIL})`)
})

test.each([undefined, null, ''])('shows the address alone where the name is %o', (name) => {
  const { container } = render(<PersonText of={{ name, email: EMAIL }} erased="Deleted" />)
  expect(container.textContent).toBe(EMAIL)
  expect(personWords({ name, email: EMAIL }, 'Deleted')).toBe(EMAIL)
})

test('says of a person without an address only that they are erased', () => {
  const { container } = render(<PersonText of={{ name: 'Ben Ode', email: null }} erased="Deleted" />)
  expect(container.textContent).toBe('Deleted')
  expect(personWords({ name: 'Ben Ode', email: null }, 'Deleted')).toBe('Deleted')
})

test.each([EMAIL, 'maximiliane.von-und-zu-hohenstein@a-rather-long-domain.example.com'])(
  'shows all of %s in one piece, from left to right',
  (email) => {
    const { container } = render(<AddressText>{email}</AddressText>)
    expect(container.innerHTML).toBe(`<bdi class="address" dir="ltr">${email}</bdi>`)
  },
)
