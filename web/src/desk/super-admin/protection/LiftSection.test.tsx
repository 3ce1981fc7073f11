import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { startLift, withdrawLift } from '#contract/workspaces/protection-lift.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { listedOf, signInAs, workspaceOf } from '../../../testing/samples.ts'
import { LiftSection } from './LiftSection.tsx'

beforeEach(() => signInAs('super admin'))

const protectionLift = { endsAt: '2126-03-01T12:00:00.000Z', reason: 'Bo has left us' }

const show = (given: Parameters<typeof listedOf>[1]) => {
  const api = fakeApi()
  const workspace = listedOf(1, { name: 'Harbour', peopleProtected: true, ...given })
  return { api, id: workspace.id, ...renderAt('/', <LiftSection workspace={workspace} />) }
}

test('lifting asks for a reason, and says until when it waits', async () => {
  const { api, id, person } = show({})
  api.answer(startLift, workspaceOf({ protectionLift }))
  await person.click(screen.getByRole('button', { name: 'Lift the protection' }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = dialog.getByRole('button', { name: 'Lift the protection' })
  await person.click(submit)
  dialog.getByText('The reason is missing.')
  await person.type(dialog.getByRole('textbox', { name: /Reason/ }), ' Bo has left us ')
  expect(api.sentTo(startLift)).toEqual([])
  await person.click(submit)
  await screen.findByText(/^The protection is lifted on 01 Mar 2126/)
  expect(api.sentTo(startLift)).toMatchObject([{ params: { id }, body: { reason: 'Bo has left us' } }])
})

test('a refusal keeps the dialog with what was typed', async () => {
  const { api, person } = show({})
  api.refuse(startLift, 'workspace.not-protected')
  await person.click(screen.getByRole('button', { name: 'Lift the protection' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Bo has left us')
  await person.click(dialog.getByRole('button', { name: 'Lift the protection' }))
  await dialog.findByText(/People in this workspace are not protected any more\./)
  dialog.getByDisplayValue('Bo has left us')
})

test('one that waits shows its end and reason, and can be withdrawn', async () => {
  const { api, id, person } = show({ protectionLift })
  api.answer(withdrawLift, workspaceOf())
  expect(document.body.textContent).toContain('Bo has left us')
  await person.click(screen.getByRole('button', { name: 'Withdraw the lifting' }))
  await screen.findByText('Withdrawn. People stay protected.')
  expect(api.sentTo(withdrawLift)).toMatchObject([{ params: { id } }])
})
