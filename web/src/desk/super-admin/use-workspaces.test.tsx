import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { workspaceNote } from '#contract/workspaces/operator/notes.ts'
import { listWorkspaces } from '#contract/workspaces/subscription/periods.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { listedOf, signInAs } from '../../testing/samples.ts'
import { SuperAdminPage } from './SuperAdminPage.tsx'

afterEach(() => vi.restoreAllMocks())

const ROW_HEIGHT = 4_000

test('reads only visible or opened pages again, and the others when they become visible', async () => {
  signInAs('super admin')
  let scrolled = 0
  const rows = () => [...document.querySelectorAll('tbody tr')]
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, rows().indexOf(this) * ROW_HEIGHT - scrolled, 100, ROW_HEIGHT)
  })
  const api = fakeApi()
  api.answer(workspaceNote, { text: '', version: null, changedAt: null, changedBy: null })
  /** Sets the rows of a page and the cursor `next`. */
  const answer = (number: number, name: string, next?: string) =>
    api.answer(listWorkspaces, [listedOf(number, { name })], {
      'X-Total-Count': '3',
      ...(next && { 'X-Next-Cursor': next }),
    })
  const asked = () =>
    api.sentTo(listWorkspaces).flatMap(({ query }) => (String(query?.limit) === '1' ? [] : [query?.cursor]))
  const opener = (name: string) => screen.findByRole('button', { name })

  answer(1, 'Harbour', 'second')
  const { person, readAgain } = renderAt('/super-admin/main', <SuperAdminPage />)
  await opener('Harbour')
  answer(2, 'Dockyard', 'third')
  await person.click(await opener('Load more'))
  await opener('Dockyard')
  answer(3, 'Lighthouse')
  await person.click(await opener('Load more'))
  await opener('Lighthouse')
  expect(asked()).toEqual([undefined, 'second', 'third'])

  answer(1, 'Port', 'second')
  await readAgain()
  await opener('Port')
  expect(asked().slice(3)).toEqual([undefined])

  answer(2, 'Shipyard', 'third')
  scrolled = 1.5 * ROW_HEIGHT
  dispatchEvent(new Event('scroll'))
  await person.click(await opener('Shipyard'))
  expect(asked().slice(4)).toEqual(['second'])

  // A workspace that moved to a fresh page appears only there.
  api.answer(listWorkspaces, [listedOf(2, { name: 'Wharf' }), listedOf(1, { name: 'Moved' })], {
    'X-Next-Cursor': 'third',
  })
  scrolled = -ROW_HEIGHT
  await readAgain()
  await screen.findByText('Moved')
  // Looked at before pages are read that are in view now.
  expect(asked().slice(5)).toEqual(['second'])
  expect(rows().map((row) => row.querySelector('bdi')?.textContent)).toEqual(['Wharf', 'Moved', 'Lighthouse'])
  await screen.findByRole('dialog', { name: 'Wharf' })
})
