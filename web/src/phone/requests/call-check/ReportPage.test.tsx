import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { requestDetails, type Request } from '#contract/requests/requests.ts'
import { reportRequest } from '#contract/requests/decisions.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { ids, membershipOf, signIn } from '../../../testing/samples.ts'
import { ReportPage } from './ReportPage.tsx'

beforeEach(signIn)

const lena = { participantId: ids.user, email: 'lena@example.com' }

const open = async (changes: Partial<Request>) => {
  const api = fakeApi()
  const request = requestOf(1, { type: 'verification', ...changes })
  api.answer(requestDetails, request)
  api.answer(relatedWorkspaces, { userWorkspaces: [membershipOf({ approver: true })], nextCursor: null })
  const page = (
    <Routes>
      <Route path="/requests/:id/report" element={<ReportPage />} />
    </Routes>
  )
  const { person, address } = renderAt(`/requests/${request.id}/report`, page)
  await screen.findByRole('button', { name: 'Report as suspicious' })
  return { api, person, address, request }
}
const report = () => screen.getByRole('button', { name: 'Report as suspicious' })

test('tells an approver what a report does, and sends it only on a press', async () => {
  const { api, person, request } = await open({ requester: lena })
  screen.getByRole('heading', { level: 1, name: 'I am not talking to lena' })
  await screen.findByText(/call lena back on a number that you know/)
  screen.getByText('The request is closed at once.')
  expect(api.sentTo(reportRequest)).toEqual([])
  api.answer(reportRequest, { ...request, status: 'declined', closedReason: 'reported' })
  await person.click(report())
  const heading = await screen.findByRole('heading', { name: 'Reported: hang up, and pay nothing' })
  expect(document.activeElement).toBe(heading)
  expect(api.sentTo(reportRequest)).toMatchObject([{ params: { id: request.id } }])
})

test('tells the requester to check password and devices', async () => {
  await open({})
  await screen.findByText(/Somebody sent a request in your name/)
  screen.getByRole('heading', { level: 1, name: 'This was not me' })
})

test('a closed request can be reported, too', async () => {
  const { api, person, request } = await open({ requester: lena, status: 'approved', assurance: 'pin' })
  expect(screen.queryByText('The request is closed at once.')).toBeNull()
  api.answer(reportRequest, request)
  await person.click(report())
  await screen.findByRole('heading', { name: 'Reported: hang up, and pay nothing' })
})

test('a rejected report says why and can be repeated', async () => {
  const { api, person } = await open({ requester: lena })
  api.refuse(reportRequest, 'access.denied')
  await person.click(report())
  await screen.findByRole('alert')
  expect(report().getAttribute('aria-disabled')).toBe('false')
})

test('of a drill says that it was one, and not that anybody is alerted', async () => {
  const { api, person, request } = await open({ requester: lena })
  const drill = { answer: 'not-talking', byPerson: false } as const
  const done = { ...request, status: 'declined', drill } as const
  api.answer(reportRequest, () => {
    api.answer(requestDetails, done)
    return done
  })
  await person.click(report())
  const heading = await screen.findByRole('heading', { name: 'This was a drill, and you did it right' })
  expect(document.activeElement).toBe(heading)
  screen.getByRole('heading', { level: 1, name: 'Drill' })
  expect(screen.queryByText(/are being alerted/)).toBeNull()
})

test('the back link leads to the request', async () => {
  const { person, address, request } = await open({ requester: lena })
  await person.click(screen.getByRole('link', { name: 'No, back to the request' }))
  expect(address()).toBe(`/requests/${request.id}`)
})
