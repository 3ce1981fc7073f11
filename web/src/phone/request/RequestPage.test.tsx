import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails } from '#contract/requests.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { relatedWorkspaces } from '#contract/workspaces.ts'
import { ids, membershipOf, signIn } from '../../testing/samples.ts'
import { RequestPage } from './RequestPage.tsx'

beforeEach(signIn)

test.each([
  ['is not there', 'request.not-found', 'This request does not exist.'],
  ['has an address that was cut', 'input.invalid', /Perhaps the link is incomplete/],
] as const)('a request that %s offers the way to the inbox', async (_case, code, words) => {
  const api = fakeApi()
  api.refuse(requestDetails, code)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf()], nextCursor: null })
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  )
  const { person, address } = renderAt(`/requests/${ids.user}`, page)
  await screen.findByText(words)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await person.click(screen.getByRole('link', { name: 'To the inbox' }))
  expect(address()).toBe('/')
})
