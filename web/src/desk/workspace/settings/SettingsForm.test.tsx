import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateSettings, type Workspace } from '#contract/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn, workspaceOf } from '../../../testing/samples.ts'
import { SettingsForm } from './SettingsForm.tsx'

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
const save = () => screen.getByRole('button', { name: 'Save' })

beforeEach(() => {
  signIn()
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Europe/Berlin'])
})
afterEach(() => vi.restoreAllMocks())

const showForm = (changes: Partial<Workspace> = {}) => {
  const api = fakeApi()
  const { person } = renderAt('/workspace', <SettingsForm workspace={workspaceOf(changes)} />)
  return { api, person }
}

test('nothing can be saved before anything has changed, and the button says so', async () => {
  const { api, person } = showForm()
  expect(screen.getByRole('button', { name: 'Save', description: 'Nothing has changed yet.' })).toBe(save())
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await person.click(save())
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('only what has changed is sent; then the form holds what the server made of it, with nothing to save', async () => {
  const { api, person } = showForm()
  api.answer(updateSettings, workspaceOf({ name: 'Old harbour' }))
  await person.clear(name())
  await person.type(name(), '  Old   harbour ')
  await person.selectOptions(screen.getByRole('combobox', { name: /^Time zone/ }), 'UTC')
  await person.click(save())
  await screen.findByRole('button', { name: 'Save', description: 'The settings were saved.' })
  expect(api.sentTo(updateSettings)).toMatchObject([
    { params: { id: ids.workspace }, body: { name: 'Old   harbour', timezone: 'UTC' } },
  ])
  expect(Object.keys(api.sentTo(updateSettings)[0]?.body ?? {})).toEqual(['name', 'timezone'])
  expect(name().value).toBe('Old harbour')
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('a name that is too short is said beside it as soon as it is left, and is not sent', async () => {
  const { api, person } = showForm()
  await person.clear(name())
  await person.type(name(), 'Ha')
  await person.tab()
  await screen.findByRole('textbox', { name: /^Name/, description: /3 characters at least/ })
  await person.click(save())
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('a billing address may stay away while there is none, and may not go once there is one', async () => {
  const { api, person } = showForm({ billingUser: 'bills@example.com' })
  await person.clear(screen.getByRole('textbox', { name: 'Billing e-mail' }))
  await person.click(save())
  await screen.findByRole('textbox', { name: 'Billing e-mail', description: /Email is required/ })
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('a refusal is shown, and what was typed stays to be saved again', async () => {
  const { api, person } = showForm()
  api.refuse(updateSettings, 'access.denied')
  await person.type(name(), ' two')
  await person.click(save())
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
  expect(screen.getAllByText('You do not have the right to do this.').length).toBeGreaterThan(0)
  expect(name().value).toBe('Harbour two')
  expect(save().getAttribute('aria-disabled')).toBe('false')
})
