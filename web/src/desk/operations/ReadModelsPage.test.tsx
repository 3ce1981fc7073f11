import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  buildReadModel,
  listReadModels,
  promoteReadModel,
  retireReadModel,
  rollBackReadModel,
  retryReadModel,
} from '#contract/operations.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { buildOf, signInAs } from '../../testing/samples.ts'
import { ReadModelsPage } from './ReadModelsPage.tsx'

beforeEach(() => signInAs('super admin'))

const audit = buildOf('audit', 1, { parked: 2 })
const users = [buildOf('users', 1, { state: 'previous' }), buildOf('users', 2, { follows: 'users_1' })]

const show = (items = [audit, ...users]) => {
  const api = fakeApi()
  api.answer(listReadModels, { items })
  const { person } = renderAt('/super-admin/read-models', <ReadModelsPage />)
  const choose = async (build: string, action: string) => {
    await person.click(await screen.findByRole('button', { name: `Actions for ${build}` }))
    await person.click(await screen.findByRole('menuitem', { name: action }))
    return screen.findByRole('dialog')
  }
  return { api, person, choose }
}
/** Finds rows of the page even behind an open dialog. */
const row = async (build: string) =>
  (await screen.findByRole('rowheader', { name: new RegExp(build), hidden: true })).closest('tr')!

test('each build shows its state, progress, remaining time and size', async () => {
  show([
    audit,
    buildOf('users', 3, {
      state: 'building',
      share: 0.427,
      secondsLeft: 90,
      lagFacts: 57_300,
      promotes: true,
    }),
  ])
  const building = await row('users_3')
  for (const words of ['building', '57,300', '1.23 MB', 'becomes active when it is up to date'])
    expect(within(building).getByText(words)).toBeTruthy()
  expect(within(building).getByText('42%', { exact: false }).textContent).toBe('42% · 90 seconds left')
  expect(within(building).getByRole<HTMLProgressElement>('progressbar').value).toBe(0.427)
  expect(within(await row('audit_1')).getByText('2 parked')).toBeTruthy()
})

test.each([
  { build: 'users_2', action: 'Rebuild', endpoint: buildReadModel, name: 'users' },
  { build: 'users_2', action: 'Roll back', endpoint: rollBackReadModel, name: 'users' },
  { build: 'users_1', action: 'Roll back', endpoint: rollBackReadModel, name: 'users' },
  { build: 'users_1', action: 'Retire', endpoint: retireReadModel, name: 'users_1' },
  { build: 'audit_1', action: 'Retry parked events', endpoint: retryReadModel, name: 'audit' },
])('$action of $build asks first and shows the result', async ({ build, action, endpoint, name }) => {
  const { api, person, choose } = show()
  const model = name.split('_')[0]!
  const after = buildOf(model, 9, { state: 'ready' })
  api.answer(endpoint, { items: [after] })
  const dialog = await choose(build, action)
  expect(api.sentTo(endpoint)).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: action }))
  await row(after.build)
  expect(screen.queryByRole('rowheader', { name: new RegExp(build) })).toBeNull()
  await row(model === 'audit' ? 'users_2' : 'audit_1')
  expect(api.sentTo(endpoint)).toMatchObject([{ params: { name } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refused step shows its reason and changes nothing', async () => {
  const { api, person, choose } = show([audit, buildOf('users', 3, { state: 'building', share: 0.4 })])
  api.refuse(promoteReadModel, 'read-model.refused', [
    { field: 'name', problem: 'users_3 is behind: 57300 facts', refusal: 'is behind' },
  ])
  const dialog = await choose('users_3', 'Promote')
  await person.click(within(dialog).getByRole('button', { name: 'Promote' }))
  await within(dialog).findByText('This cannot be done with the read model now. Nothing has changed.')
  expect(within(dialog).getByText('users_3 is behind: 57300 facts')).toBeTruthy()
  expect(within(await row('users_3')).getByText('building')).toBeTruthy()
})
