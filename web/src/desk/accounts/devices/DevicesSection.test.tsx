import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { stopDevice } from '#contract/accounts/waiting-devices.ts'
import { fakeApi } from '../../../testing/fake-api.ts'
import { renderAt } from '../../../testing/render.tsx'
import { ids, phoneOf, signIn } from '../../../testing/samples.ts'
import { DevicesSection } from './DevicesSection.tsx'

beforeEach(signIn)

const LATER = '2126-03-01T12:00:00.000Z'

test('lists the devices with what signs and their state, and stops one that waits after a question', async () => {
  const api = fakeApi()
  const waiting = phoneOf({ id: ids.request, name: 'Unknown', state: 'waiting', usableFrom: LATER })
  let listed = [
    phoneOf({ id: ids.user, kind: 'passkey', name: 'Key', deviceBound: true }),
    phoneOf({ id: ids.workspace, kind: 'passkey', name: 'Laptop', deviceBound: false }),
    waiting,
  ]
  api.answer(devices, () => listed)
  const { person } = renderAt('/account', <DevicesSection />)
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'KeyPasskey that stays on its device, set up on 01 Mar 2026',
    'LaptopPasskey that is synced between devices, set up on 01 Mar 2026',
    'UnknownwaitingPIN, set up on 01 Mar 2026Cannot sign before 01 Mar 2126, 12:00Stop',
  ])
  await person.click(screen.getByRole('button', { name: 'Stop Unknown' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop Unknown?' }))
  expect(api.sentTo(stopDevice)).toEqual([])
  api.refuse(stopDevice, 'device.not-waiting')
  await person.click(dialog.getByRole('button', { name: 'Yes, stop it' }))
  await dialog.findByText('This device is not waiting any more.')
  api.answer(stopDevice, () => {
    listed = listed.filter(({ id }) => id !== waiting.id)
    return {}
  })
  await person.click(dialog.getByRole('button', { name: 'Yes, stop it' }))
  await screen.findByText('Unknown was stopped and cannot sign.')
  expect(api.sentTo(stopDevice).at(-1)).toMatchObject({ params: { id: waiting.id } })
  await expect.poll(() => screen.getAllByRole('listitem')).toHaveLength(2)
})
