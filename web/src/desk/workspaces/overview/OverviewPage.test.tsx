import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { workspaceOverview, type Overview } from '#contract/requests/overview.ts'
import { requestList } from '#contract/requests/requests.ts'
import { workspaceParticipants } from '#contract/workspaces/participants.ts'
import { readiness } from '#contract/workspaces/readiness.ts'
import { getWorkspace } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { requestOf } from '../../../testing/request-samples.ts'
import { idOf, ids, participantOf, signIn, workspaceOf } from '../../../testing/samples.ts'
import { OverviewPage } from './OverviewPage.tsx'

// Bars need a layout, which these tests have not.
vi.mock(import('#shared/charts/BarsChart.tsx'), () => ({ BarsChart: () => <svg /> }))
beforeEach(() => signIn())

const HOUR = 3_600
const nothing: Overview = {
  from: '2026-08-29',
  waiting: { count: 0, oldestAt: null, forAnybody: 0 },
  overdue: 0,
  medianSeconds: null,
  medianSecondsBefore: null,
  checks: { confirmed: 0, denied: 0, attack: 0, expired: 0, closed: 0 },
  weeks: [{ week: '2026-11-23', approved: 0, declined: 0, closed: 0, medianSeconds: null }],
  people: [],
}
const busy = (): Overview => ({
  ...nothing,
  waiting: { count: 37, oldestAt: new Date(Date.now() - 52 * HOUR * 1_000).toISOString(), forAnybody: 4 },
  overdue: 3,
  medianSeconds: 4_320,
  medianSecondsBefore: 5_400,
  checks: { confirmed: 61, denied: 2, attack: 1, expired: 0, closed: 0 },
  weeks: [{ week: '2026-11-23', approved: 43, declined: 7, closed: 6, medianSeconds: HOUR }],
  people: [
    {
      participantId: idOf(8),
      email: 'jy@example.com',
      name: 'Jürgen Yılmaz',
      waiting: 6,
      oldestAt: null,
      overdue: 2,
      medianSeconds: null,
      obstacle: 'no-device',
    },
  ],
})

const show = (overview: Overview, query = '') => {
  const api = fakeApi()
  api.answer(getWorkspace, workspaceOf())
  api.answer(workspaceOverview, overview)
  api.answer(readiness, {
    invited: 1,
    joined: 1,
    withDevice: 1,
    decidedOnce: 0,
    remindable: { joining: 0, device: 0 },
    mails: { waiting: 0, sent: 0, failed: 0 },
    unreached: 0,
  })
  const page = (
    <Routes>
      <Route path="/workspace/:id/overview" element={<OverviewPage />} />
    </Routes>
  )
  return { api, ...renderAt(`/workspace/${ids.workspace}/overview${query}`, page) }
}

test('the figures say what waits, how quick decisions are, and how checks ended', async () => {
  show(busy())
  for (const words of [
    /^Waiting 37 oldest 2 d 4 h$/,
    /^Unanswered, 7 days 3 2 with Jürgen Yılmaz$/,
    /^Median to a decision 1 h 12 min 18 min faster than in the period before$/,
    /^Call checks 64 61 confirmed, 2 denied, 1 attack$/,
  ])
    expect(await screen.findByRole('link', { name: words })).toBeTruthy()
  expect(screen.getByText('no device yet · 2 unanswered')).toBeTruthy()
  expect(screen.getByText('4 for any approver')).toBeTruthy()
})

test('the weeks can be read as a table, whose numbers lead to the log', async () => {
  const { person } = show(busy())
  await person.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('table'))
  expect(table.getByRole('row', { name: 'Week 48, from 23 Nov 2026 43 7 6 1 h' })).toBeTruthy()
  expect(table.getByRole('link', { name: '43' }).getAttribute('href')).toBe(
    `/workspace/${ids.workspace}?tab=audit&action=request.approved&from=2026-11-23&to=2026-11-29`,
  )
})

test('what waits for a person opens beside the page, and each request leads to its entries of the log', async () => {
  const { api, person, address } = show(busy())
  api.answer(requestList, [requestOf(1, { title: 'Pay the rent' })])
  await person.click(await screen.findByRole('link', { name: /^Jürgen/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Waiting requests' }))
  expect((await drawer.findByRole('link', { name: 'Pay the rent' })).getAttribute('href')).toContain(
    'target=',
  )
  expect(api.sentTo(requestList)).toMatchObject([
    { query: { status: 'pending', person: idOf(8), as: 'approver' } },
  ])
  await person.click(drawer.getByRole('button', { name: 'Close' }))
  expect(address()).not.toContain('list=')
})

test('the period, the person and their side are asked for, and are in the address', async () => {
  const { api, person, address } = show(nothing)
  api.answer(workspaceParticipants, [
    { participant: participantOf(9, { id: idOf(9), email: 'ben@example.com' }) },
  ])
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), '30')
  await person.click(screen.getByRole('button', { name: 'Person' }))
  await person.click(await screen.findByRole('button', { name: 'ben@example.com' }))
  await person.selectOptions(screen.getByRole('combobox', { name: 'As' }), 'requester')
  expect(address()).toContain(`?days=30&person=${idOf(9)}&as=requester`)
  expect(api.sentTo(workspaceOverview).at(-1)).toMatchObject({
    query: { days: '30', person: idOf(9), as: 'requester' },
  })
})

test('an empty workspace says so in each part', async () => {
  show(nothing)
  for (const words of [
    'Nothing waits',
    'No decision yet',
    'None in this period',
    'Nothing waits for anybody by name.',
  ])
    expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText('No request has ended in this period.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull()
})
