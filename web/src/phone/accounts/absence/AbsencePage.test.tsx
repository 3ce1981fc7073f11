import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Absence } from '#contract/person.ts'
import { possibleDeputies, setAbsence } from '#contract/workspaces/approving/absence.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, membershipOf, participantOf, signIn } from '../../../testing/samples.ts'
import { PhoneSessionProvider } from '../sessions/phone-session.tsx'
import { AbsencePage } from './AbsencePage.tsx'

beforeEach(signIn)

const frida = { participantId: ids.request, email: 'frida@example.com', name: 'Frida Fink' }
const away: Absence = {
  from: new Date(2126, 2, 2).toISOString(),
  until: new Date(2126, 2, 8).toISOString(),
  deputies: [frida],
}

/** The page with this absence; a change that the server takes leaves `after`. */
const showPage = async (before: Absence | null, after: Absence | null = before) => {
  const api = fakeApi()
  let kept = before
  api.answer(relatedWorkspaces, () => ({
    userWorkspaces: [
      membershipOf({ approver: true, absence: kept }),
      membershipOf({ id: ids.request, approver: false }),
    ],
    nextCursor: null,
  }))
  api.answer(possibleDeputies, [frida])
  api.answer(setAbsence, () => {
    kept = after
    return participantOf(1, { absence: after })
  })
  const page = (
    <PhoneSessionProvider>
      <AbsencePage />
    </PhoneSessionProvider>
  )
  const { person } = renderAt('/absence', page)
  await screen.findByRole('heading', { level: 2 })
  const fill = async (first: string, last: string) => {
    await person.click(screen.getByRole('button', { name: /^(Set an|Change the) absence/ }))
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: first } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: last } })
    await screen.findAllByRole('option', { name: /Frida Fink/ })
  }
  const save = () => person.click(screen.getByRole('button', { name: 'Save absence' }))
  return { api, person, fill, save }
}

test('an absence is set in whole days with a deputy, only where one approves', async () => {
  const { api, person, fill, save } = await showPage(null, away)
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  screen.getByText('No absence is set.')
  await fill('2126-03-02', '2126-03-07')
  await person.selectOptions(screen.getByLabelText('Who decides meanwhile?'), frida.participantId)
  await save()
  await screen.findByText(/^From .*2126.* until .*2126/)
  screen.getByText('Frida Fink')
  const { from, until } = away
  expect(api.sentTo(setAbsence)).toMatchObject([
    { body: { participantId: ids.participant, from, until, deputies: [frida.participantId] } },
  ])
})

test('an absence is shown as it is set, and ended only after a question', async () => {
  const { api, person } = await showPage(away, null)
  await person.click(screen.getByRole('button', { name: /^Change the absence/ }))
  expect(screen.getByLabelText<HTMLInputElement>('First day').value).toBe('2126-03-02')
  expect(screen.getByLabelText<HTMLInputElement>('Last day').value).toBe('2126-03-07')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await person.click(screen.getByRole('button', { name: /^End the absence/ }))
  expect(api.sentTo(setAbsence)).toEqual([])
  const question = screen.getByRole('region', { name: /^End the absence/ })
  await person.click(within(question).getByRole('button', { name: 'End absence' }))
  await screen.findByText('No absence is set.')
  expect(api.sentTo(setAbsence)).toMatchObject([{ body: { from: null, until: null, deputies: [] } }])
})
