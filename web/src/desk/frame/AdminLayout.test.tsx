import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { requestAlerts } from '#contract/requests/alerts.ts'
import { devices } from '#contract/accounts/devices.ts'
import { listSessions, refresh } from '#contract/accounts/sessions.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import { currentUser } from '#contract/accounts/users.ts'
import { PRODUCT } from '#contract/common.ts'
import { createQueryClient } from '#shared/reads/query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { signInAs, tokenOf, userOf } from '../../testing/samples.ts'
import { renderAt } from '../../testing/render.tsx'
import { Root } from '../Root.tsx'
import { AdminLayout } from './AdminLayout.tsx'

const showAt = (path: string) => {
  const pages = ['/workspaces', '/account', '/super-admin/main'].map((at) => ({
    path: at,
    element: <p>{at}</p>,
  }))
  const router = createMemoryRouter([{ Component: AdminLayout, children: pages }], { initialEntries: [path] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test('a user who has become an admin gets in after the next call renews the token', async () => {
  signInAs('regular user')
  const api = fakeApi()
  api.refuse(currentUser, 'session.ended')
  api.answer(refresh, () => {
    api.answer(currentUser, userOf())
    api.answer(requestAlerts, [])
    return { access_token: tokenOf('admin') }
  })
  showAt('/workspaces')
  await screen.findByRole('heading', { name: 'Please use the phone page' })
  await screen.findByText('/workspaces')
})

test('a super admin also has an account page', async () => {
  signInAs('super admin')
  fakeApi().answer(currentUser, userOf({ role: 'super admin' }))
  showAt('/account')
  await screen.findByText('/account')
})

test('a super admin has links to their own pages, without breadcrumb or account links', async () => {
  signInAs('super admin')
  fakeApi().answer(currentUser, userOf({ role: 'super admin' }))
  showAt('/workspaces')
  await screen.findByText('/super-admin/main')
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
  expect(screen.getByText('Super admin')).toBeTruthy()
  screen.getByRole('button', { name: /Menu/ }).click()
  await screen.findByRole('menuitem', { name: 'Logout' })
  expect(screen.getByRole('menuitem', { name: 'Account' })).toBeTruthy()
  for (const name of [/Delete user/, /phone/]) expect(screen.queryByRole('menuitem', { name })).toBeNull()
})

test('the frame stays on the way from a page of everybody to one of super admins', async () => {
  signInAs('super admin')
  const api = fakeApi()
  api.answer(currentUser, userOf({ role: 'super admin' }))
  for (const list of [devices, listSessions, listWorkspaces]) api.answer(list, [])
  const { person, address } = renderAt('/account', <Root />)
  const menu = await screen.findByRole('button', { name: /Menu/ }, { timeout: 20_000 })
  expect(address()).toBe('/account')
  await person.click(screen.getByRole('link', { name: PRODUCT }))
  await screen.findByRole('heading', { name: 'All workspaces' }, { timeout: 20_000 })
  expect(address()).toBe('/super-admin/main')
  // Made anew, it would close a menu that is open in it.
  expect(menu.isConnected).toBe(true)
})

test('Ctrl K, Cmd K and a button open the search, and Escape gives the focus back', async () => {
  signInAs('super admin')
  fakeApi().answer(currentUser, userOf({ role: 'super admin' }))
  showAt('/account')
  await screen.findByText('/account')
  const menu = screen.getByRole('button', { name: /Menu/ })
  const user = userEvent.setup()
  for (const keys of ['{Control>}k{/Control}', '{Meta>}K{/Meta}', '{Control>}[KeyK]{/Control}']) {
    menu.focus()
    await user.keyboard(keys)
    await screen.findByRole('dialog', { name: 'Search' })
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(menu))
  }
  await user.keyboard('{Control>}{Shift>}k{/Shift}{/Control}k')
  expect(screen.queryByRole('dialog')).toBeNull()
  const button = screen.getByRole('button', { name: 'Search' })
  await user.click(button)
  await screen.findByRole('combobox')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
