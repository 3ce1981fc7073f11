import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { workspaceFigures, type Figures } from '#contract/workspaces/operator/figures.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signInAs } from '../../../testing/samples.ts'
import { Charts } from './Charts.tsx'

// Bars need a layout, which these tests have not.
vi.mock(import('#shared/charts/BarsChart.tsx'), () => ({ BarsChart: () => <svg /> }))
beforeEach(() => signInAs('super admin'))

const show = (figures: Figures) => {
  const api = fakeApi()
  api.answer(workspaceFigures, figures)
  return renderAt('/super-admin/main?charts=1&q=har&subscription=inactive&sort=name', <Charts />)
}

test('each chart can be read as a table, whose numbers lead to the workspaces behind them', async () => {
  const { person } = show({
    ends: [
      { month: '2026-11', trial: 3, premium: 0 },
      { month: '2026-12', trial: 2, premium: 5 },
    ],
    created: [{ month: '2026-11', workspaces: 7 }],
    joined: [{ month: '2026-11', people: 90 }],
  })
  const expected = [
    ['Activity ends', 'December 2026 5 2', '5', 'subscription=premium&sort=endDate&charts=1&endsIn=2026-12'],
    ['New workspaces', 'November 2026 7', '7', 'sort=name&charts=1&createdIn=2026-11'],
    ['New people', 'November 2026 90', '90', 'sort=name&charts=1&joinedIn=2026-11'],
  ] as const
  for (const [title, row, figure, query] of expected) {
    const card = within(await screen.findByRole('region', { name: title }))
    await person.click(card.getByRole('button', { name: 'Show as table' }))
    card.getByRole('row', { name: row })
    const href = card.getByRole('link', { name: figure }).getAttribute('href')!
    const url = new URL(href, 'http://server')
    expect(Object.fromEntries(url.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(query)))
    expect(`${url.pathname}${url.hash}`).toBe('/super-admin/main#workspaces')
  }
})

test('a chart without anything says so', async () => {
  const none = { month: '2026-11', trial: 0, premium: 0, workspaces: 0, people: 0 }
  show({ ends: [none], created: [none], joined: [none] })
  await screen.findByText('No activity ends in the next twelve months.')
  expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull()
})
