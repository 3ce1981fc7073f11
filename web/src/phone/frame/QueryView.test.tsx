import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderAt } from '../../testing/render.tsx'
import { QueryView } from './QueryView.tsx'

const Inbox = ({ readAt }: { readonly readAt: Date }) => {
  const initialData = 'What waits'
  const kept = { initialData, initialDataUpdatedAt: readAt.getTime(), staleTime: Infinity }
  return <QueryView query={useQuery({ queryKey: ['inbox'], ...kept })}>{(data) => <p>{data}</p>}</QueryView>
}
const goOffline = () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
}
const today = new Date()
today.setHours(0, 5)

test('without a network it says at once of when it is what is shown', async () => {
  goOffline()
  renderAt('/', <Inbox readAt={today} />)
  await screen.findByText('As of 00:05')
})

test('what is of another day says so', async () => {
  goOffline()
  renderAt('/', <Inbox readAt={new Date(2024, 1, 29, 14, 32)} />)
  await screen.findByText('As of 29 Feb 2024, 14:32')
})

test('with a network nothing is said', async () => {
  renderAt('/', <Inbox readAt={today} />)
  await screen.findByText('What waits')
  expect(screen.queryByText(/^As of/)).toBeNull()
})

const Missing = () => {
  const queryFn = () => Promise.reject(new Error('no network'))
  const query = useQuery({ queryKey: ['history'], queryFn, retry: false })
  return <QueryView query={query}>{() => null}</QueryView>
}

test('what was never read here is no fault without a network, and with one it is', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => online.mockRestore())
  renderAt('/', <Missing />)
  await screen.findByText('This appears as soon as there is a connection.')
  expect(screen.queryByRole('alert')).toBeNull()
  online.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await screen.findByRole('button', { name: 'Try again' })
})
