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

test.each([
  ['maximiliane.vonundzu@example.com', ['maximiliane.vonund', 'zu@example.com']],
  ['"a@b".maximiliane@example.com', ['"a@b".maximilia', 'ne@example.com']],
  ['𝒶𝒶𝒶𝒶𝒶𝒶𝒶𝒶𝒶@example.com', ['𝒶𝒶𝒶𝒶𝒶𝒶𝒶', '𝒶𝒶@example.com']],
])('of %s only the part before the last signs before the @ can shrink', (email, parts) => {
  const { container } = render(<AddressText>{email}</AddressText>)
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(parts)
  expect(container.querySelector('bdi')!.title).toBe(email)
})

test.each([EMAIL, 'box@a-rather-long-domain.example.com'])('%s cannot shrink', (email) => {
  const { container } = render(<AddressText>{email}</AddressText>)
  expect(container.innerHTML).toBe(`<bdi class="address" dir="ltr">${email}</bdi>`)
})
