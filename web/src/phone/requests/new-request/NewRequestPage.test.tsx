import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { requestApprovers } from '#contract/requests/requests.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../../accounts/sessions/phone-session.tsx'
import { NewRequestPage } from './NewRequestPage.tsx'

beforeEach(signIn)

test('returns from device setup to the call check in the same workspace', async () => {
  const api = fakeApi()
  const userWorkspaces = [membershipOf(), membershipOf({ id: ids.user, name: 'Quay' })]
  api.answer(relatedWorkspaces, { userWorkspaces, nextCursor: null })
  api.answer(devices, [])
  api.answer(requestApprovers, [])
  const show = (path: string) =>
    renderAt(
      path,
      <PhoneSessionProvider>
        <Routes>
          <Route path="/new" element={<NewRequestPage />} />
          <Route path="/new/check/:workspaceId" element={<NewRequestPage />} />
          <Route path="/device" element={<p>devices</p>} />
        </Routes>
      </PhoneSessionProvider>,
    )
  const { person, address } = show('/new')
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Workspace' }), 'Quay')
  await person.click(screen.getByRole('radio', { name: 'Call check' }))
  await person.click(await screen.findByRole('link', { name: 'Set up this device' }))
  const next = new URLSearchParams(address().split('?')[1]).get('next')
  show(next!)
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Call check' })).checked).toBe(true)
  screen.getByDisplayValue('Quay')
})
