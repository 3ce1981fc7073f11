import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { dismissAlerts, requestAlerts } from '#contract/requests/alerts.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids, signIn } from '../../testing/samples.ts'
import { Link } from '../parts/Link.tsx'
import { Alerts } from './Alerts.tsx'

type Alert = Reply<typeof requestAlerts>[number]

const alertOf = (number: number, changes: Partial<Alert> = {}): Alert => ({
  id: ids.request.replace(/.$/, String(number)),
  kind: 'reported',
  at: '2026-03-01T12:00:00.000Z',
  workspaceId: ids.workspace,
  workspaceName: 'Harbour',
  requestId: ids.request,
  title: `Invoice ${number}`,
  ...changes,
})
const [first, second, third] = [alertOf(5), alertOf(6), alertOf(7)]

beforeEach(() => signIn())

const show = (alerts: readonly Alert[]) => {
  const api = fakeApi()
  const answer = (now: readonly Alert[]) => api.answer(requestAlerts, [...now])
  answer(alerts)
  api.answer(dismissAlerts, {})
  const page = (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <Alerts link={(path, label) => <Link to={path}>{label}</Link>} />
    </>
  )
  const shown = renderAt('/workspaces', page)
  const open = async () => shown.person.click(await screen.findByRole('button', { name: /alert/ }))
  return { api, answer, open, ...shown }
}
const bar = () => screen.getByRole('button', { expanded: true })
const titles = () => screen.queryAllByText(/^Invoice/).map(({ textContent }) => textContent)
const dismiss = () => screen.getAllByRole('button', { name: 'Dismiss' })

test('alerts are announced with their number and the newest; the list names each with its target', async () => {
  const { answer, readAgain, person, open, address } = show([])
  await readAgain()
  expect(screen.getByRole('alert').textContent).toBe('')
  answer([alertOf(5, { kind: 'muted', title: null }), alertOf(6, { kind: 'code-mismatch' }), third])
  await readAgain()
  await screen.findByText('3 alerts')
  expect(screen.getByRole('alert').textContent).toContain('repeatedly declined or left unanswered')
  expect(screen.queryByRole('listitem')).toBeNull()
  await open()
  const rows = screen.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('repeatedly declined or left unanswered'),
    expect.stringContaining('A wrong number was typed twice'),
    expect.stringContaining('reported a request as suspicious'),
  ])
  for (const row of rows) within(row).getByText('Harbour')
  await person.click(screen.getAllByRole('link', { name: 'View in audit log' })[0]!)
  expect(address()).toBe(`/workspace/${ids.workspace}?tab=audit&target=${ids.request}`)
})

test('Escape closes the list and focuses the bar', async () => {
  const { person, open } = show([first])
  await open()
  await person.tab()
  await person.keyboard('{Escape}')
  expect(titles()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /1 alert/ }))
})

test('the server records what is dismissed; the focus moves to the next alert, then to the heading', async () => {
  const { api, answer, person, open } = show([first, second])
  await open()
  answer([first])
  await person.click(dismiss()[1]!)
  expect(titles()).toEqual(['Invoice 5'])
  expect(document.activeElement).toBe(dismiss()[0])
  answer([])
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  await waitFor(() => expect(api.sentTo(dismissAlerts)).toHaveLength(2))
  expect(api.sentTo(dismissAlerts)).toMatchObject([
    { body: { ids: [second.id] } },
    { body: { ids: [first.id] } },
  ])
})

test('dismissing all alerts at once closes the list', async () => {
  const { api, answer, person, open } = show([first, second, third])
  await open()
  answer([])
  await person.click(screen.getByRole('button', { name: 'Dismiss all 3' }))
  expect(titles()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(api.sentTo(dismissAlerts)).toMatchObject([{ body: { ids: [first.id, second.id, third.id] } }])
})

test('an alert that could not be dismissed comes back, and the list says why', async () => {
  const { api, person, open } = show([first, second])
  await open()
  api.refuse(dismissAlerts, 'rate.exceeded')
  await person.click(dismiss()[0]!)
  await waitFor(() => expect(titles()).toEqual(['Invoice 5', 'Invoice 6']))
  expect(bar().textContent).toContain('2 alerts')
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test('an alert about one person whom many check names that person, and everybody who asks', async () => {
  const personOf = (email: string | null) => ({ participantId: ids.participant, email })
  const manySides = {
    asked: personOf('ben@example.com'),
    by: ['anna@example.com', 'eve@example.com', null].map(personOf),
  }
  const { open, person, address } = show([alertOf(5, { kind: 'many-sides', manySides })])
  await open()
  screen.getByText('With ben@example.com. They ask: anna@example.com, eve@example.com, deleted user')
  await person.click(screen.getByRole('link', { name: 'View in audit log' }))
  expect(address()).toBe(`/workspace/${ids.workspace}?tab=audit&target=${ids.participant}`)
})
