import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { USUAL_HOURS } from '#contract/workspaces/approving/working-hours.ts'
import { updateSettings } from '#contract/workspaces/workspaces.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signIn, workspaceOf } from '../../../testing/samples.ts'
import { WorkingHoursSection } from './WorkingHoursSection.tsx'

beforeEach(signIn)

const show = (workspace = workspaceOf()) => {
  const api = fakeApi()
  api.answer(updateSettings, workspace)
  const page = renderAt('/workspace', <WorkingHoursSection workspace={workspace} />)
  const save = () => page.person.click(screen.getByRole('button', { name: 'Save' }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { api, person: page.person, save, type }
}

test('saves days, times and the holidays of a German state together, and nothing without a change', async () => {
  const { api, person, save, type } = show()
  expect(screen.getByText(/by a clock in Europe\/Berlin/)).toBeTruthy()
  await save()
  expect(api.sentTo(updateSettings)).toEqual([])
  await person.click(screen.getByLabelText('Friday'))
  await person.click(screen.getByLabelText('Sunday'))
  type('From', '07:30')
  await person.selectOptions(screen.getByLabelText('Public holidays'), 'Bavaria')
  await save()
  const workingHours = { days: [1, 2, 3, 4, 7], from: '07:30', until: '18:00', holidays: 'DE-BY' }
  expect(api.sentTo(updateSettings)).toMatchObject([{ body: { workingHours } }])
})

test('the end of a day is its midnight, and an end before the beginning or no day at all is not sent', async () => {
  const { api, person, save, type } = show(workspaceOf({ workingHours: { ...USUAL_HOURS, days: [1] } }))
  type('Until', '00:00')
  await save()
  expect(api.sentTo(updateSettings)).toMatchObject([{ body: { workingHours: { until: '24:00' } } }])
  type('Until', '07:00')
  expect(screen.getByRole('alert').textContent).toBe('The end must be after the beginning.')
  await save()
  type('Until', '09:00')
  await person.click(screen.getByLabelText('Monday'))
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one day.')
  await save()
  expect(api.sentTo(updateSettings)).toHaveLength(1)
})

test('a refusal of the server is shown', async () => {
  const { api, save, type } = show()
  api.refuse(updateSettings, 'command.conflict')
  type('From', '09:00')
  await save()
  expect(await screen.findByRole('alert')).toBeTruthy()
})
