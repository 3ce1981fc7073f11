import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { unlockPair } from '#contract/requests/pairs.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { ids, participantOf, signIn } from '../../../../testing/samples.ts'
import { LockedPairs } from './LockedPairs.tsx'

beforeEach(() => signIn())

const [anna, ben] = [participantOf(1), participantOf(2)]
const pair = {
  requester: { participantId: anna.id, email: anna.email },
  approver: { participantId: ben.id, email: ben.email },
  requestId: ids.request,
  at: '2026-03-02T10:00:00.000Z',
}

test('names the two whose call checks are locked, and unlocks them after a question', async () => {
  const api = fakeApi()
  api.answer(unlockPair, {})
  const { person } = renderAt('/workspace', <LockedPairs workspaceId={ids.workspace} pairs={[pair]} />)
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toContain(`${anna.email} and ${ben.email}`)
  await person.click(screen.getByRole('button', { name: 'Unlock' }))
  expect(api.sentTo(unlockPair)).toEqual([])
  expect(screen.getByRole('dialog').textContent).toContain('Talk to both of them first')
  await person.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByText('The two can check calls again.')
  expect(api.sentTo(unlockPair)).toMatchObject([
    { params: { workspaceId: ids.workspace }, body: { requesterId: anna.id, approverId: ben.id } },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('one of the two reads that another admin must do it', async () => {
  const api = fakeApi()
  api.refuse(unlockPair, 'call.own-lock')
  const { person } = renderAt('/workspace', <LockedPairs workspaceId={ids.workspace} pairs={[pair]} />)
  await person.click(await screen.findByRole('button', { name: 'Unlock' }))
  await person.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByText(/another admin must unlock/)
})
