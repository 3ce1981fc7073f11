import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import { requestAlerts } from '#contract/requests/alerts.ts'
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

beforeEach(() => {
  localStorage.clear()
  signIn()
})

const show = (alerts: readonly Alert[]) => {
  const api = fakeApi()
  const answer = (now: readonly Alert[]) => api.answer(requestAlerts, [...now])
  answer(alerts)
  const page = (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <Alerts link={(path, label) => <Link to={path}>{label}</Link>} />
    </>
  )
  return { answer, ...renderAt('/workspaces', page) }
}
const titles = () => screen.queryAllByText(/^Invoice/).map(({ textContent }) => textContent)
const dismiss = () => screen.getAllByRole('button', { name: 'Dismiss' })

test('an alert is announced, names the event, its target and workspace, and links to the audit log', async () => {
  const { answer, readAgain, person, address } = show([])
  await readAgain()
  expect(screen.queryByRole('alert')).toBeNull()
  answer([alertOf(5), alertOf(6, { kind: 'code-mismatch' }), alertOf(7, { kind: 'muted', title: null })])
  await readAgain()
  await screen.findByText('Somebody reported “This was not me.”')
  const said = screen.getAllByRole('alert')
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('“This was not me.”'),
    expect.stringContaining('A wrong number was entered twice'),
    expect.stringContaining('repeatedly declined or left unanswered'),
  ])
  for (const one of said) within(one).getByText('Harbour')
  await person.click(screen.getAllByRole('link', { name: 'View in audit log' })[0]!)
  expect(address()).toBe(`/workspace/${ids.workspace}?tab=audit&target=${ids.request}`)
})

test('an alert stays after a reload until this user dismisses it in this browser', async () => {
  const { person } = show([alertOf(5), alertOf(6)])
  await waitFor(() => expect(titles()).toEqual(['Invoice 5', 'Invoice 6']))
  await person.click(dismiss()[0]!)
  expect(titles()).toEqual(['Invoice 6'])
  show([alertOf(5), alertOf(6), alertOf(7)])
  await waitFor(() => expect(titles()).toEqual(['Invoice 6', 'Invoice 6', 'Invoice 7']))
  localStorage.clear()
  show([alertOf(5)])
  await waitFor(() => expect(titles()).toContain('Invoice 5'))
})

test('dismissing an alert focuses the next one, then the page heading', async () => {
  const { person } = show([alertOf(5), alertOf(6)])
  await waitFor(() => expect(dismiss()).toHaveLength(2))
  await person.click(dismiss()[1]!)
  expect(document.activeElement).toBe(dismiss()[0])
  await person.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  expect(titles()).toEqual([])
})

test('forgets dismissed alerts that no longer exist', async () => {
  const { person, answer, readAgain } = show([alertOf(5)])
  await waitFor(() => expect(dismiss()).toHaveLength(1))
  await person.click(dismiss()[0]!)
  answer([alertOf(6)])
  await readAgain()
  await waitFor(() => expect(dismiss()).toHaveLength(1))
  await person.click(dismiss()[0]!)
  expect(Object.values(localStorage)).toEqual([alertOf(6).id])
})

test('dismissing all alerts at once focuses the page heading', async () => {
  const { person } = show([alertOf(5), alertOf(6), alertOf(7)])
  await waitFor(() => expect(titles()).toHaveLength(3))
  await person.click(dismiss()[1]!)
  await person.click(screen.getByRole('button', { name: 'Dismiss all 2' }))
  expect(titles()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('heading'))
  show([alertOf(5), alertOf(6), alertOf(7), alertOf(8)])
  await waitFor(() => expect(titles()).toEqual(['Invoice 8']))
  expect(screen.queryByRole('button', { name: /Dismiss all/ })).toBeNull()
})
