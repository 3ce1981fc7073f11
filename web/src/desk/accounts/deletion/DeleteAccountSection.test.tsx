import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { currentUser, deleteAccount } from '#contract/accounts/users.ts'
import { call, onSessionEnd } from '#shared/api/api.ts'
import { readSession } from '#shared/session/session.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, signIn, userOf } from '../../../testing/samples.ts'
import { DeleteAccountSection } from './DeleteAccountSection.tsx'

beforeEach(() => signIn())

const address = () => screen.findByRole('textbox', { name: 'Your e-mail address, to confirm' })
const verb = () => screen.getByRole('button', { name: 'Delete user' })

const openDialog = async () => {
  const api = fakeApi()
  api.answer(currentUser, userOf())
  const { person, address: place } = renderAt('/account', <DeleteAccountSection />)
  await person.click(verb())
  await screen.findByRole('dialog', { name: 'Delete your account?' })
  return { api, person, place }
}

test('the button deletes nothing until the user has typed their address, and says so', async () => {
  const { api, person } = await openDialog()
  await screen.findByRole('button', {
    name: 'Delete user',
    description: 'Type me@example.com to delete your account.',
  })
  expect(screen.getByText('This cannot be undone.')).toBeTruthy()
  await person.type(await address(), 'somebody@example.com{Enter}')
  await person.click(verb())
  expect(verb().getAttribute('aria-disabled')).toBe('true')
  expect(api.sentTo(deleteAccount)).toEqual([])
})

test('deletion ends the session, and the start page confirms it', async () => {
  const { api, person, place } = await openDialog()
  api.answer(deleteAccount, {})
  expect(readSession()).not.toBeNull()
  await person.type(await address(), ' Me@example.com{Enter}')
  await screen.findByText('Your account was deleted. An e-mail confirms it.')
  expect(api.sentTo(deleteAccount)).toHaveLength(1)
  expect(place()).toBe('/')
  expect(readSession()).toBeNull()
})

test('pending reads do not navigate elsewhere after deletion', async () => {
  let isLed = false
  onTestFinished(onSessionEnd(() => (isLed = true)))
  const { api, person } = await openDialog()
  api.answer(deleteAccount, {})
  await person.type(await address(), 'me@example.com{Enter}')
  await screen.findByText('Your account was deleted. An e-mail confirms it.')
  await expect(call(currentUser)).rejects.toMatchObject({ statusCode: 401 })
  expect(isLed).toBe(false)
})

test('a refusal links to each workspace that needs another admin', async () => {
  const { api, person } = await openDialog()
  api.refuse(deleteAccount, 'participant.last-admin', [
    { workspaceId: ids.workspace, name: 'Harbour' },
    { workspaceId: ids.request, name: null },
  ])
  await person.type(await address(), 'me@example.com')
  await waitFor(() => expect(verb().getAttribute('aria-disabled')).toBe('false'))
  await person.click(verb())
  const link = await screen.findByRole('link', { name: 'Harbour' })
  expect(link.getAttribute('href')).toBe(`/workspace/${ids.workspace}`)
  expect(screen.getByRole('link', { name: 'Workspace without a name' })).toBeTruthy()
  expect(readSession()).not.toBeNull()
})
