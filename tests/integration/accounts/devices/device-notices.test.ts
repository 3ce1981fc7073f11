import { afterEach, expect, test } from 'vitest'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { accountReactor } from '#modules/accounts/accounts.reactor.ts'
import { devicePushes } from '#modules/accounts/devices/devices.push-kinds.ts'
import {
  participantDeviceMails,
  participantDevicePushes,
} from '#modules/workspaces/participants/participant-devices.mail-kinds.ts'
import { namesOf } from '#support/workspaces/tell-names.ts'
import { createReportDevices } from '#modules/workspaces/participants/report-devices.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { eventually } from '#support/eventually.ts'
import { inbox, openStage } from '#support/product/mail-stage.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import { requestsOf } from '#support/product/requests.ts'
import { newestInvitation, workspaceOf } from '#support/product/workspaces.ts'
import { openPushService } from '#support/servers/push-receiver.ts'

/** What the workspaces of a person learn about their devices. */

const stage = openStage()
afterEach(() => stage.close())

test('a waiting device and its end are told to its owner and all admins, and stand once in the log of each workspace', async () => {
  const service = await openPushService()
  stage.defer(() => service.close())
  const settings = { VAPID_PRIVATE_KEY: randomToken() }
  const product = await stage.product(settings, undefined, { origin: service.origin })
  const api = requestsOf(product)
  const team = await api.team()
  const other = await workspaceOf(product)
  const second = other.admin
  const invited = { email: team.ben.email, role: 'regular user', approver: true, requester: false }
  await api.post(`/workspaces/invite-participant/${other.id}`, second, invited)
  await api.post(`/participants/accept-invite/${await newestInvitation(product, other.id)}`, team.ben)
  const stranger = await workspaceOf(product)
  for (const who of [team.admin, team.ben, second, stranger.admin]) {
    const { endpoint, keys } = service.browser()
    await api.post('/users/push-subscription', who, { endpoint, keys })
  }
  await stage.worker(product, {
    mailKinds: [...accountMails, ...participantDeviceMails],
    pushKinds: [...devicePushes, ...participantDevicePushes],
    reactors: [
      accountReactor(product.platform, createReportDevices(product.platform), namesOf(product.platform)),
    ],
  })
  const entriesOf = async (id: string, { token }: { token: string }) => {
    const { body } = await product.call('GET', `/workspaces/history/${id}`, { token })
    const told = body.entries.filter(({ action }: any) => action.startsWith('participant.device-'))
    return told.map(({ action, actor, target, changes }: any) => ({
      action,
      by: actor.userId,
      target: target.id,
      changes: Object.fromEntries(changes.map(({ field, after }: any) => [field, after])),
    }))
  }
  const mailed = async () =>
    (await inbox(product))
      .map(({ to, subject }) => `${to}: ${subject}`)
      .filter((line) => /device/i.test(line))
      .toSorted()

  const first = await api.enrol(team.ben)
  const { deviceId } = await enrolPasskey(product, team.ben)
  const chain = [
    { id: team.id, reader: team.admin, target: team.ben.participantId },
    { id: other.id, reader: second, target: expect.any(String) },
  ]
  for (const { id, reader, target } of chain)
    await eventually(async () =>
      expect(await entriesOf(id, reader)).toEqual([
        {
          action: 'participant.device-waiting',
          by: team.ben.userId,
          target,
          changes: { device: 'passkey', deviceBound: true, usableFrom: expect.any(String) },
        },
        {
          action: 'participant.device-enrolled',
          by: team.ben.userId,
          target,
          changes: { device: 'pin', deviceBound: true },
        },
      ]),
    )
  expect(await entriesOf(stranger.id, stranger.admin)).toEqual([])
  await eventually(async () =>
    expect(await mailed()).toEqual(
      [
        `${team.ben.email}: New device enrolled in your account`,
        `${team.ben.email}: A new device for your account is waiting`,
        ...[team.admin, second].flatMap(({ email }) => [
          `${email}: Device set up: ${team.ben.email} – Praxis`,
          `${email}: A new device is waiting: ${team.ben.email} – Praxis`,
        ]),
      ].toSorted(),
    ),
  )
  await eventually(() => expect(service.received).toHaveLength(3))

  await eventually(async () =>
    expect((await inbox(product)).filter(({ text }) => text.includes(`/m/devices/${deviceId}`))).toHaveLength(
      3,
    ),
  )
  expect((await api.post(`/devices/stop/${deviceId}`, team.admin)).status).toBe(200)
  await product.call('DELETE', `/users/remove-device/${first.deviceId}`, team.ben)
  await eventually(async () =>
    expect((await entriesOf(team.id, team.admin)).slice(0, 2)).toEqual([
      expect.objectContaining({ action: 'participant.device-removed', by: team.ben.userId }),
      expect.objectContaining({ action: 'participant.device-stopped', by: team.admin.userId }),
    ]),
  )
  await eventually(async () => {
    const told = (await inbox(product)).filter(({ subject }) => subject.endsWith(' stopped your new device'))
    expect(told.map(({ to }) => to)).toEqual([team.ben.email])
    expect(told[0]!.text).toContain(`${team.admin.email} stopped your new device`)
  })
})
