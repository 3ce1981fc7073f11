import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { changeName } from '#contract/workspaces/participants.ts'
import { fakeApi } from '../../../../testing/fake-api.ts'
import { renderAt } from '../../../../testing/render.tsx'
import { participantOf, signIn } from '../../../../testing/samples.ts'
import { ParticipantName } from './ParticipantName.tsx'

beforeEach(signIn)

const bo = participantOf(2, { email: 'bo@example.com', name: 'Bo Berg' })

test('an admin corrects a name of at most 60 signs; a refusal keeps what was typed, and an empty one takes it away', async () => {
  const api = fakeApi()
  api.refuse(changeName, 'rate.exceeded')
  const { person } = renderAt('/', <ParticipantName participant={bo} />)
  const open = () =>
    person.click(screen.getByRole('button', { name: /^Correct the name of .*Bo Berg.* \(bo@example.com\)$/ }))
  const type = async (name: string) => {
    await person.clear(screen.getByRole('textbox', { name: 'Name' }))
    await person.type(screen.getByRole('textbox', { name: 'Name' }), `${name}{Enter}`)
  }
  await open()
  await type('x'.repeat(61))
  await screen.findByText('Must be 60 characters at most')
  expect(api.sentTo(changeName)).toEqual([])
  await type(' Bo Berger ')
  await screen.findByText('Too many attempts. Please wait.')
  api.answer(changeName, bo)
  await type('Bo Berger')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  await open()
  await type('')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(api.sentTo(changeName).map(({ body }) => body)).toEqual([
    { participantId: bo.id, name: 'Bo Berger' },
    { participantId: bo.id, name: 'Bo Berger' },
    { participantId: bo.id, name: null },
  ])
})
