import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { QueryView } from './QueryView.tsx'

const Inbox = ({ readAt }: { readonly readAt: Date }) => {
  const initialData = 'Open requests'
  const kept = { initialData, initialDataUpdatedAt: readAt.getTime(), staleTime: Infinity }
  return <QueryView query={useQuery({ queryKey: ['inbox'], ...kept })}>{(data) => <p>{data}</p>}</QueryView>
}
const goOffline = () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  return online
}
const today = new Date()
today.setHours(0, 5)

test('offline, it says how old the data is', async () => {
  goOffline()
  renderAt('/', <Inbox readAt={today} />)
  await screen.findByText('As of 00:05')
})

test('offline, data from another day shows its date', async () => {
  goOffline()
  renderAt('/', <Inbox readAt={new Date(2024, 1, 29, 14, 32)} />)
  await screen.findByText('As of 29 Feb 2024, 14:32')
})

test('online, it does not say how old the data is', async () => {
  renderAt('/', <Inbox readAt={today} />)
  await screen.findByText('Open requests')
  expect(screen.queryByText(/^As of/)).toBeNull()
})

const Missing = () => {
  const queryFn = () => Promise.reject(new Error('no network'))
  const query = useQuery({ queryKey: ['history'], queryFn, retry: false })
  return <QueryView query={query}>{() => null}</QueryView>
}

test('missing data is an error only while the device is online', async () => {
  const online = goOffline()
  renderAt('/', <Missing />)
  await screen.findByText('This appears as soon as you are back online.')
  expect(screen.queryByRole('alert')).toBeNull()
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: 'Try again' })
})
