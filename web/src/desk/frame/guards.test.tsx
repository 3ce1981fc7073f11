import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { Link } from '#shared/parts/Link.tsx'
import { getToken, setToken } from '#shared/session/session.ts'
import { renderAt } from '../../testing/render.tsx'
import { signInAs } from '../../testing/samples.ts'
import { RequireSession } from './guards.tsx'

const replaced = vi.fn()
afterEach(() => {
  vi.unstubAllGlobals()
  replaced.mockReset()
})

/** The super admin's page behind its guard, and the pages to come from or to be sent to. */
const openAt = (path: string) => {
  vi.stubGlobal('location', { replace: replaced })
  return renderAt(
    path,
    <Routes>
      <Route element={<RequireSession of="super admins" />}>
        <Route path="/super-admin/main" element="All workspaces" />
      </Route>
      <Route path="*" element={<Link to="/super-admin/main">To the super admin</Link>} />
    </Routes>,
  )
}

test('lets super admins in; without a valid token it shows their login', () => {
  signInAs('super admin')
  openAt('/super-admin/main')
  screen.getByText('All workspaces')
  setToken('no token')
  expect(openAt('/super-admin/main').address()).toBe('/login/super')
  expect(getToken()).toBeNull()
  expect(openAt('/super-admin/main').address()).toBe('/login/super')
})

test('sends other roles back to the previous page, or to their start page if there is none', async () => {
  signInAs('admin')
  const { person, address } = openAt('/workspace/1?tab=audit')
  await person.click(screen.getByRole('link'))
  await vi.waitFor(() => expect(address()).toBe('/workspace/1?tab=audit'), { timeout: 20_000 })
  screen.getByRole('link')
  expect(replaced).not.toHaveBeenCalled()
  openAt('/super-admin/main')
  await vi.waitFor(() => expect(replaced).toHaveBeenCalledWith('/'), { timeout: 20_000 })
})
