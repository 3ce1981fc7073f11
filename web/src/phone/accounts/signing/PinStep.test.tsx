import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { ApiError } from '#shared/api-error.ts'
import { renderAt } from '../../../testing/render.tsx'
import { PinStep } from './PinStep.tsx'

const subject = {
  label: 'Sign and approve',
  title: 'Transfer 40,000',
  person: { email: 'me@example.com' },
  side: 'From',
}
const pin = () => screen.getByLabelText<HTMLInputElement>('PIN of this device')
const sign = () => screen.getByRole('button', { name: /^Sign/ })

const showStep = (state: { isSigning?: boolean; isOnline?: boolean; error?: unknown } = {}) => {
  const onPin = vi.fn()
  const onBack = vi.fn()
  const { isSigning = false, isOnline = true, error = null } = state
  const { person } = renderAt(
    '/requests/1',
    <PinStep
      subject={subject}
      isSigning={isSigning}
      isOnline={isOnline}
      error={error}
      onPin={onPin}
      onBack={onBack}
    />,
  )
  return { person, onPin, onBack }
}

test('focuses the field, accepts digits only and clears the PIN after sending', async () => {
  const { person, onPin } = showStep()
  expect(document.activeElement).toBe(pin())
  await person.keyboard('12a3-456{Enter}')
  expect(onPin).toHaveBeenCalledExactlyOnceWith('123456')
  expect(pin().value).toBe('')
})

test('rejects a short PIN and focuses the field', async () => {
  const { person, onPin } = showStep()
  await person.type(pin(), '12345')
  await person.click(sign())
  expect(screen.getByText('Please enter your PIN.').id).toBe(pin().getAttribute('aria-describedby'))
  expect(document.activeElement).toBe(pin())
  expect(onPin).not.toHaveBeenCalled()
})

test.each([
  ['while it signs', { isSigning: true }],
  ['while offline', { isOnline: false }],
])('sends nothing %s and keeps the PIN', async (_, state) => {
  const { person, onPin } = showStep(state)
  await person.type(pin(), '123456{Enter}')
  expect(sign().getAttribute('aria-disabled')).toBe('true')
  expect(onPin).not.toHaveBeenCalled()
  expect(pin().value).toBe('123456')
})

test('a wrong PIN shows how many tries are left', () => {
  const [statusCode, message] = errors['proof.invalid']
  const details = [{ field: 'pin' }, { triesLeft: 2 }]
  showStep({ error: new ApiError({ statusCode, code: 'proof.invalid', message, requestId: 'r', details }) })
  expect(screen.getByRole('alert').textContent).toContain('2 tries are left.')
  expect(document.activeElement).toBe(pin())
})

test('shows what is signed, and for whom', () => {
  showStep()
  const sheet = screen.getByRole('dialog', { name: 'Sign and approve' })
  expect(sheet.textContent).toContain('Transfer 40,000')
  expect(sheet.textContent).toContain('From me@example.com')
})

test('the keypad enters and deletes digits', async () => {
  const { person, onPin } = showStep()
  for (const digit of '1234567') await person.click(screen.getByRole('button', { name: digit }))
  await person.click(screen.getByRole('button', { name: 'Delete last digit' }))
  await person.click(sign())
  expect(onPin).toHaveBeenCalledExactlyOnceWith('123456')
})

test('can be cancelled', async () => {
  const { person, onBack } = showStep()
  await person.click(screen.getByRole('button', { name: 'Back' }))
  expect(onBack).toHaveBeenCalledOnce()
})

test('cannot be cancelled while it signs', async () => {
  const { person, onBack } = showStep({ isSigning: true })
  await person.click(screen.getByRole('button', { name: 'Back' }))
  expect(onBack).not.toHaveBeenCalled()
})
