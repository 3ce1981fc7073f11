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

test('each field says what is wrong with it, the terms too, and nothing is sent', async () => {
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

test('a password is as long as this installation asks for', async () => {
  const { api, person } = showForm(optionsOf({ passwordMinLength: 8 }))
  await screen.findByText('At least 8 characters')
  await person.type(password(), 'seven c')
  await person.click(submit())
  await screen.findByText('Password must be at least 8 characters long')
  expect(api.sentTo(signup)).toEqual([])
})

test('what was typed is sent without the consent, and the address goes on to the next page', async () => {
  const { api, person, onDone } = showForm()
  api.answer(signup, { message: 'ok' })
  await person.type(email(), 'ada@example.com')
  await person.type(password(), ' secret ')
  await person.click(terms())
  await person.click(submit())
  await waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('ada@example.com'))
  expect(api.sentTo(signup).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', password: ' secret ' },
  ])
})

test('pressed twice it is sent once, and the button says that it is busy', async () => {
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
