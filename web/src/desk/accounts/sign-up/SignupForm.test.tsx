import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signup } from '#contract/accounts/sign-up.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { optionsOf } from '../../../testing/samples.ts'
import { SignupForm } from './SignupForm.tsx'

const email = () => screen.getByRole('textbox', { name: 'E-mail' })
const password = () => screen.getByLabelText('Password')
const terms = () => screen.getByRole('checkbox')
const submit = () => screen.getByRole('button', { name: 'Sign Up' })

const showForm = (options = optionsOf()) => {
  const api = fakeApi()
  api.answer(authOptions, options)
  const onDone = vi.fn()
  const { person } = renderAt('/signup', <SignupForm email="" onDone={onDone} />)
  return { api, person, onDone }
}

test('each invalid field shows its error, including the terms, and nothing is sent', async () => {
  const { api, person } = showForm()
  await person.type(email(), 'ada@example')
  await person.type(password(), '12345')
  await person.click(submit())
  await screen.findByRole('textbox', { name: 'E-mail', description: /valid email address/ })
  expect(screen.getByText('Password must be at least 6 characters long')).toBeTruthy()
  expect(screen.getByRole('checkbox', { description: 'You must accept the terms and conditions.' })).toBe(
    terms(),
  )
  await person.click(terms())
  await waitFor(() => expect(screen.queryByRole('checkbox', { description: /must accept/ })).toBeNull())
  expect(api.sentTo(signup)).toEqual([])
})

test('requires the minimum password length of this installation', async () => {
  const { api, person } = showForm(optionsOf({ passwordMinLength: 8 }))
  await screen.findByText('At least 8 characters')
  await person.type(password(), 'seven c')
  await person.click(submit())
  await screen.findByText('Password must be at least 8 characters long')
  expect(api.sentTo(signup)).toEqual([])
})

test('sends the input without the consent, and passes the address to the next page', async () => {
  const { api, person, onDone } = showForm()
  api.answer(signup, { message: 'ok' })
  await person.type(screen.getByRole('textbox', { name: /^Your name/ }), ' Ada Berg ')
  await person.type(email(), 'ada@example.com')
  await person.type(password(), ' secret ')
  await person.click(terms())
  await person.click(submit())
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('ada@example.com'))
  expect(api.sentTo(signup).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', password: ' secret ', name: 'Ada Berg' },
  ])
})

test('two presses send once, and the button is busy meanwhile', async () => {
  const { api, person } = showForm()
  api.answer(signup, () => new Promise(() => {}))
  await person.type(email(), 'ada@example.com')
  await person.type(password(), 'secret')
  await person.click(terms())
  await person.click(submit())
  await waitFor(() => expect(submit().getAttribute('aria-busy')).toBe('true'))
  await person.click(submit())
  expect(api.sentTo(signup)).toHaveLength(1)
})
