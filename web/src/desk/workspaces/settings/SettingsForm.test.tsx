import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getWorkspace, updateSettings, type Workspace } from '#contract/workspaces/workspaces.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { keepDrafts } from '#shared/session/drafts.ts'
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

/** The form with the workspace as the page reads it. */
const Shown = () => {
  const { data } = useQuery(endpointQuery(getWorkspace, { params: { id: ids.workspace } }))
  return data ? <SettingsForm workspace={data} /> : null
}
/** Makes the server store this and return it from then on. */
const saves = (api: ReturnType<typeof fakeApi>, saved: Workspace) =>
  api.answer(updateSettings, () => {
    api.answer(getWorkspace, saved)
    return saved
  })

const showForm = async (changes: Partial<Workspace> = {}) => {
  const api = fakeApi()
  api.answer(getWorkspace, workspaceOf(changes))
  const { person, readAgain } = renderAt('/workspace', <Shown />)
  await screen.findByRole('button', { name: 'Save' })
  return { api, person, readAgain }
}

test('without a change nothing can be saved, and the button says so', async () => {
  const { api, person } = await showForm()
  expect(screen.getByRole('button', { name: 'Save', description: 'Nothing has changed yet.' })).toBe(save())
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await person.click(save())
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('sends only changed fields, then shows the stored values', async () => {
  const { api, person } = await showForm()
  saves(api, workspaceOf({ name: 'Old harbour' }))
  await person.clear(name())
  await person.type(name(), '  Old   harbour ')
  await person.selectOptions(screen.getByRole('combobox', { name: /^Time zone/ }), 'UTC')
  await person.click(save())
  await screen.findByRole('button', { name: 'Save', description: 'The settings were saved.' })
  expect(api.sentTo(updateSettings)).toMatchObject([
    { params: { id: ids.workspace }, body: { name: 'Old   harbour', timezone: 'UTC' } },
  ])
  expect(Object.keys(api.sentTo(updateSettings)[0]?.body ?? {})).toEqual(['name', 'timezone', 'expected'])
  expect(name().value).toBe('Old harbour')
  expect(save().getAttribute('aria-disabled')).toBe('true')
})

test('a name that is too short shows its error on blur and is not sent', async () => {
  const { api, person } = await showForm()
  await person.clear(name())
  await person.type(name(), 'Ha')
  await person.tab()
  await screen.findByRole('textbox', { name: /^Name/, description: /3 characters at least/ })
  await person.click(save())
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('a billing address is optional, but cannot be removed', async () => {
  const { api, person } = await showForm({ billingUser: 'bills@example.com' })
  await person.clear(screen.getByRole('textbox', { name: 'Billing e-mail' }))
  await person.click(save())
  await screen.findByRole('textbox', { name: 'Billing e-mail', description: /Email is required/ })
  expect(api.sentTo(updateSettings)).toEqual([])
})

test('says that the billing address has not agreed yet, and sends it the link again', async () => {
  const { api, person } = await showForm({ billingUser: 'bills@example.com' })
  screen.getByText(/^Waiting for confirmation/)
  api.answer(updateSettings, workspaceOf({ billingUser: 'bills@example.com' }))
  await person.click(screen.getByRole('button', { name: 'Send the link again' }))
  await screen.findByText('The link was sent again.')
  expect(api.sentTo(updateSettings)).toMatchObject([
    { params: { id: ids.workspace }, body: { billingUser: 'bills@example.com' } },
  ])
  cleanup()
  await showForm({ billingUser: 'bills@example.com', billingConfirmed: true })
  expect(screen.queryByText(/^Waiting for confirmation/)).toBeNull()
})

test('a refusal shows its error, and the input stays for another attempt', async () => {
  const { api, person } = await showForm()
  api.refuse(updateSettings, 'access.denied')
  await person.type(name(), ' two')
  await person.click(save())
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
  expect(screen.getAllByText('You do not have the right to do this.').length).toBeGreaterThan(0)
  expect(name().value).toBe('Harbour two')
  expect(save().getAttribute('aria-disabled')).toBe('false')
})

const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ })

test('changes by others replace untouched fields, and show beside changed ones', async () => {
  const { api, person, readAgain } = await showForm()
  await person.type(name(), ' two')
  api.answer(getWorkspace, workspaceOf({ name: 'Dockyard', description: 'Theirs' }))
  await readAgain()
  await screen.findByText('Dockyard')
  expect([name().value, description().value]).toEqual(['Harbour two', 'Theirs'])
  expect(document.activeElement).toBe(name())
  await person.click(screen.getByRole('button', { name: 'Use this instead' }))
  expect(name().value).toBe('Dockyard')
  expect(screen.queryByText('Dockyard')).toBeNull()
  await person.type(description(), '!')
  saves(api, workspaceOf({ name: 'Dockyard', description: 'Theirs!' }))
  await person.click(save())
  await screen.findByRole('button', { name: 'Save', description: 'The settings were saved.' })
  expect(api.sentTo(updateSettings).map(({ body }) => body)).toEqual([
    { description: 'Theirs!', expected: { description: 'Theirs' } },
  ])
})

test('a change by others shows before the first save, and the second save may replace it', async () => {
  const { api, person } = await showForm()
  await person.type(name(), ' two')
  api.answer(getWorkspace, workspaceOf({ name: 'Dockyard' }))
  api.refuse(updateSettings, 'command.conflict')
  await person.click(save())
  await screen.findByText('Dockyard')
  expect(screen.getAllByText(/^Somebody else changed this at the same time/).length).toBeGreaterThan(0)
  expect(name().value).toBe('Harbour two')
  await waitFor(() => expect(save().getAttribute('aria-disabled')).toBe('false'))
  saves(api, workspaceOf({ name: 'Harbour two' }))
  await person.click(save())
  await screen.findByRole('button', { name: 'Save', description: 'The settings were saved.' })
  expect(api.sentTo(updateSettings).map(({ body }) => body)).toEqual([
    { name: 'Harbour two', expected: { name: 'Harbour' } },
    { name: 'Harbour two', expected: { name: 'Dockyard' } },
  ])
})

test('a change by others during an ended session shows beside the restored input', async () => {
  const { api, person } = await showForm()
  await person.type(name(), ' two')
  keepDrafts()
  cleanup()
  const changed = workspaceOf({ name: 'Dockyard', description: 'Theirs' })
  api.answer(getWorkspace, changed)
  const again = renderAt('/workspace', <Shown />)
  await screen.findByText('Dockyard')
  expect([name().value, description().value]).toEqual(['Harbour two', 'Theirs'])
  saves(api, changed)
  await again.person.click(save())
  await screen.findByRole('button', { name: 'Save', description: 'The settings were saved.' })
  expect(api.sentTo(updateSettings).map(({ body }) => body)).toEqual([
    { name: 'Harbour two', expected: { name: 'Dockyard' } },
  ])
})
