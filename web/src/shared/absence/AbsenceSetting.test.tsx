import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { possibleDeputies, setAbsence } from '#contract/workspaces/approving/absence.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { changeOf, ids, participantOf, signIn } from '../../testing/samples.ts'
import { AbsenceSetting } from './AbsenceSetting.tsx'

beforeEach(() => signIn())

const frida = { participantId: ids.request, email: 'frida@example.com', name: 'Frida Fink' }

const showPage = async () => {
  const api = fakeApi()
  api.answer(possibleDeputies, [frida])
  api.answer(setAbsence, participantOf(1))
  const { person } = renderAt(
    '/',
    <AbsenceSetting
      workspaceId={ids.workspace}
      participantId={ids.participant}
      absence={null}
      name="Ben"
      timeOf={(iso) => iso}
    />,
  )
  const fill = async (first: string, last: string) => {
    await person.click(screen.getByRole('button', { name: 'Set an absence: Ben' }))
    fireEvent.change(screen.getByLabelText('First day'), { target: { value: first } })
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: last } })
    await screen.findAllByRole('option', { name: /Frida Fink/ })
  }
  const save = () => person.click(screen.getByRole('button', { name: 'Save absence' }))
  return { api, person, fill, save }
}

test('days that make no absence, and one person twice, are refused in place', async () => {
  const { api, person, fill, save } = await showPage()
  await fill('', '')
  await save()
  screen.getByText('Please give both days.')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  for (const [first, last] of [
    ['2126-03-07', '2126-03-02'],
    ['2020-03-02', '2020-03-07'],
  ] as const) {
    await fill(first, last)
    await save()
    screen.getByText(/^The last day must not be before/)
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
  }
  await fill('2126-03-02', '2126-03-07')
  await person.selectOptions(screen.getByLabelText('Who decides meanwhile?'), frida.participantId)
  await person.selectOptions(screen.getByLabelText('And who else?'), frida.participantId)
  await save()
  screen.getByText('Please choose two different people.')
  expect(api.sentTo(setAbsence)).toEqual([])
})

test('a refusal stays in the form, and a second admin is announced', async () => {
  const { api, fill, save } = await showPage()
  api.refuse(setAbsence, 'deputy.unsuitable')
  await fill('2126-03-02', '2126-03-07')
  await save()
  await screen.findByText(/^A deputy must be another active person/)
  api.wait(setAbsence, changeOf(1))
  await save()
  await screen.findByText('No absence is set.')
})
