import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerOffer, type ListedOffer } from '#contract/workspaces/subscription/answer-offer.ts'
import { workspaceNote } from '#contract/workspaces/operator/notes.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, listedOf, signInAs, workspaceOf } from '../../../testing/samples.ts'
import { WorkspacesTable } from '../WorkspacesTable.tsx'

beforeEach(() => signInAs('super admin'))

const by = { userId: ids.user, email: 'operator@example.com', name: null }
const waiting: ListedOffer = {
  id: ids.request,
  reference: 'VA-1A2B-3C4D',
  requestedAt: '2026-03-01T12:00:00.000Z',
  state: 'waiting',
  answer: null,
}
const answered = {
  ...waiting,
  state: 'answered',
  answer: { at: '2026-03-02T12:00:00.000Z', by, note: 'By e-mail' },
} as const

const show = (offer: ListedOffer) => {
  const api = fakeApi()
  api.answer(workspaceNote, { text: '', version: null, changedAt: null, changedBy: null })
  const workspace = listedOf(1, { name: 'Harbour', offer })
  const table = <WorkspacesTable workspaces={[workspace]} sort="" readAt={Date.now()} onSort={() => {}} />
  return { api, id: workspace.id, ...renderAt('/', table) }
}
const answer = async ({ person }: ReturnType<typeof show>) => {
  await person.click(screen.getByRole('button', { name: 'Actions for Harbour' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Mark offer as answered' }))
  return within(await screen.findByRole('dialog'))
}

test('a row says that its offer waits for an answer; it is marked as answered with or without a note', async () => {
  const shown = show(waiting)
  shown.api.answer(answerOffer, workspaceOf())
  screen.getByText('open')
  for (const note of ['By e-mail', '']) {
    const dialog = await answer(shown)
    dialog.getByText(/^Request VA-1A2B-3C4D of 01 Mar 2026\./)
    if (note) await shown.person.type(dialog.getByRole('textbox', { name: /^Note/ }), note)
    await shown.person.click(dialog.getByRole('button', { name: 'Mark as answered' }))
    await screen.findByText('The offer is marked as answered.')
  }
  const offerId = waiting.id
  expect(shown.api.sentTo(answerOffer)).toMatchObject([
    { params: { id: shown.id }, body: { offerId, note: 'By e-mail' } },
    { body: { offerId } },
  ])
})

test('a refusal keeps the dialog with what was typed', async () => {
  const shown = show(waiting)
  shown.api.refuse(answerOffer, 'command.conflict')
  const dialog = await answer(shown)
  await shown.person.type(dialog.getByRole('textbox', { name: /^Note/ }), 'By e-mail')
  await shown.person.click(dialog.getByRole('button', { name: 'Mark as answered' }))
  await dialog.findByText(/is marked as answered already, or there is a newer request\. Somebody else/)
  dialog.getByDisplayValue('By e-mail')
})

test('the details of an answered one say when, by whom and the note; one with a period since has no tag', async () => {
  const { person } = show(answered)
  screen.getByText('answered')
  await person.click(screen.getByRole('button', { name: 'Harbour' }))
  const drawer = await screen.findByRole('dialog', { name: 'Harbour' })
  expect(drawer.textContent).toContain('02 Mar 2026 by operator@example.com')
  within(drawer).getByText('By e-mail')
  expect(within(drawer).queryByRole('button', { name: 'Mark offer as answered' })).toBeNull()
  show({ ...answered, state: 'done' })
  expect(screen.getAllByText('answered')).toHaveLength(1)
})
