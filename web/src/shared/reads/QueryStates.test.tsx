import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { phoneOf, signIn } from '../../testing/samples.ts'
import { endpointQuery } from '../api/api.ts'
import { QueryStates } from './QueryStates.tsx'
import { shownOf } from '../api/read-models.ts'
import { ReadModelNotice } from './ReadModelNotice.tsx'

const SOON = { 'Retry-After': '0.1' }
const phone = phoneOf()

beforeEach(signIn)

const Page = () => {
  const query = useQuery(endpointQuery(devices))
  return (
    <>
      <ReadModelNotice />
      <QueryStates query={query} label="Loading devices" />
      <ul>
        {shownOf(query)?.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <button type="button" onClick={() => void query.refetch()}>
        Read
      </button>
    </>
  )
}
const rows = () => screen.queryAllByRole('listitem').map((item) => item.textContent)

test('shows the loading state, then nothing', async () => {
  const api = fakeApi()
  const { promise, resolve } = Promise.withResolvers<[]>()
  api.answer(devices, () => promise)
  renderAt('/', <Page />)
  await screen.findByText('Loading devices')
  resolve([])
  await waitFor(() => expect(screen.queryByText('Loading devices')).toBeNull())
})

test('while the read model is unavailable, the page explains it once and the rows appear by themselves', async () => {
  const api = fakeApi()
  api.refuse(devices, 'read-model.building', [], SOON)
  renderAt('/', <Page />)
  await screen.findByText(/is being prepared and will appear shortly/)
  expect(screen.getByText('This will appear shortly.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  api.answer(devices, [phone])
  await waitFor(() => expect(rows()).toEqual(['Phone']))
  expect(screen.queryByText(/will appear shortly/)).toBeNull()
})

test('existing rows stay while the read model is unavailable, with a notice', async () => {
  const api = fakeApi()
  api.answer(devices, [phone])
  const { person } = renderAt('/', <Page />)
  await waitFor(() => expect(rows()).toEqual(['Phone']))
  api.refuse(devices, 'read-model.behind', [], SOON)
  await person.click(screen.getByRole('button', { name: 'Read' }))
  await screen.findByText('Until then you see the previous data.')
  expect(rows()).toEqual(['Phone'])
  api.answer(devices, [])
  await waitFor(() => expect(rows()).toEqual([]))
})

test('a failed read shows its error with the support reference, and a button reads again', async () => {
  const api = fakeApi()
  api.refuse(devices, 'server.unexpected')
  const { person } = renderAt('/', <Page />)
  expect((await screen.findByRole('alert')).textContent).toContain('Reference for support: r-1')
  api.answer(devices, [phone])
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()).toEqual(['Phone']))
  expect(screen.queryByRole('alert')).toBeNull()
})
