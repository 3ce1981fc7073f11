import { useState } from 'react'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { signIn } from '../../testing/samples.ts'
import { clearSession } from '../session/session.ts'
import { useDraft, useReloadDraft } from './use-draft.ts'

beforeEach(signIn)
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const Form = () => {
  const [name, setName] = useState((useDraft('a form') as string | null) ?? '')
  useReloadDraft('a form', () => name || null)
  return <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
}
const field = () => screen.getByLabelText<HTMLInputElement>('Name')
const typed = async () => {
  const { person } = renderAt('/', <Form />)
  await person.type(field(), 'Anna')
}
const stored = () => JSON.stringify({ ...sessionStorage })

test('a reload keeps what was typed, and the form that was left or sent leaves nothing behind', async () => {
  await typed()
  expect(stored()).not.toContain('Anna')
  fireEvent(window, new Event('pagehide'))
  const kept = { ...sessionStorage } as Record<string, string>
  cleanup()
  expect(stored()).not.toContain('Anna')
  // A reload runs no cleanup.
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
  renderAt('/', <Form />)
  expect([field().value, stored().includes('Anna')]).toEqual(['Anna', false])
})

test('what was typed is kept while the page is hidden, as in a call, and not longer', async () => {
  await typed()
  const turn = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    fireEvent(document, new Event('visibilitychange'))
  }
  turn('hidden')
  expect(stored()).toContain('Anna')
  turn('visible')
  expect(stored()).not.toContain('Anna')
})

test('a sign-out leaves nothing that was typed, also if the page closes then', async () => {
  await typed()
  clearSession()
  fireEvent(window, new Event('pagehide'))
  expect(stored()).not.toContain('Anna')
})
