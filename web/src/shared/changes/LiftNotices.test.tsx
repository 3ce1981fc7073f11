import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stopLift } from '#contract/workspaces/protection-lift.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids, signIn, workspaceOf } from '../../testing/samples.ts'
import { LiftNotices } from './LiftNotices.tsx'

beforeEach(signIn)

const lifted = workspaceOf({
  name: 'Harbour',
  protectionLift: { endsAt: '2126-03-01T12:00:00.000Z', reason: 'Bo has left us' },
})

const show = () => {
  const api = fakeApi()
  const page = (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <LiftNotices workspaces={[lifted]} />
    </>
  )
  return { api, ...renderAt('/', page) }
}

test('says until when and why the protection is lifted, and stops it with one click', async () => {
  const { api, person } = show()
  api.answer(stopLift, {})
  const { textContent } = screen.getByRole('region')
  for (const said of ['Harbour', '01 Mar 2126', 'Bo has left us']) expect(textContent).toContain(said)
  await person.click(screen.getByRole('button', { name: 'Stop it' }))
  expect(api.sentTo(stopLift)).toMatchObject([{ params: { id: ids.workspace } }])
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

test('a stop that comes too late says that the protection is off', async () => {
  const { api, person } = show()
  api.refuse(stopLift, 'workspace.not-protected')
  await person.click(screen.getByRole('button', { name: 'Stop it' }))
  await screen.findByText('It could not be stopped. People in this workspace are not protected any more.')
})
