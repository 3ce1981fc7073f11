import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertBlockedFacts } from '#support/read-models/builds.ts'
import { newDevice } from '#support/product/device.ts'
import { expectRefused, openRequests, PIN, type RequestApi } from '#support/product/requests.ts'
import { newestInvitation } from '#support/product/workspaces.ts'

/** A repeated command replies as of its own position, if the caller still has access. */

let api: RequestApi

beforeAll(async () => {
  api = await openRequests()
})
afterAll(() => api.product.close())

const newKey = () => ({ 'idempotency-key': randomUUID() })
const leave = (id: string, token: string) =>
  api.product.call('DELETE', `/users/remove-from-workspace/${id}`, { token })

test('a repeated creation replies with the request as it was created', async () => {
  const { id, admin, anna, ben } = await api.team()
  const headers = newKey()
  const approver = { approverId: ben.participantId }
  const made = await api.ask(anna, id, approver, headers)
  await api.decline(made.body.id, ben)
  const rename = { token: admin.token, body: { name: 'Another name' } }
  await api.product.call('PATCH', `/workspaces/update-settings/${id}`, rename)
  const again = await api.ask(anna, id, approver, headers)
  expect(again).toMatchObject({ status: 201, body: { status: 'pending', decidedBy: null } })
  expect(again.body).toEqual(made.body)
})

test('a former participant gets no reply to a repeated creation', async () => {
  const { id, anna, ben } = await api.team()
  const headers = newKey()
  const approver = { approverId: ben.participantId }
  const { body } = await api.ask(anna, id, approver, headers)
  await api.decline(body.id, ben)
  await leave(id, anna.token)
  expectRefused(await api.ask(anna, id, approver, headers), 404, 'workspace.not-found')
})

test('a former participant gets no reply to a repeated decision, withdrawal or workspace creation', async () => {
  const { id, anna, ben } = await api.team()
  const [decided, withdrawn] = [newKey(), newKey()]
  const first = await api.newRequest({ id, admin: anna, anna, ben })
  const declined = await api.decline(first, ben, decided)
  const second = await api.newRequest({ id, admin: anna, anna, ben })
  const taken = await api.post(`/requests/withdraw/${second}`, anna, undefined, withdrawn)
  expect((await api.decline(first, ben, decided)).body).toEqual(declined.body)
  expect((await api.post(`/requests/withdraw/${second}`, anna, undefined, withdrawn)).body).toEqual(
    taken.body,
  )
  await leave(id, ben.token)
  await leave(id, anna.token)
  expectRefused(await api.decline(first, ben, decided), 404, 'request.not-found')
  const refused = await api.post(`/requests/withdraw/${second}`, anna, undefined, withdrawn)
  expectRefused(refused, 404, 'request.not-found')

  const founded = newKey()
  const founder = await api.product.person()
  const create = () => api.post('/workspaces/create', founder, { name: 'Praxis' }, founded)
  const made = (await create()).body
  const carla = await api.product.person()
  const invitation = { email: carla.email, role: 'admin', approver: true, requester: true }
  await api.post(`/workspaces/invite-participant/${made.id}`, founder, invitation)
  const path = `/participants/accept-invite/${await newestInvitation(api.product, made.id)}`
  await api.post(path, carla)
  expect((await create()).body).toEqual(made)
  await leave(made.id, founder.token)
  expectRefused(await create(), 404, 'workspace.not-found')
})

test('a repeated command gets its reply after the subscription has ended', async () => {
  const team = await api.team()
  const { id, admin, anna, ben } = team
  const headers = newKey()
  const invitation = { email: `${randomUUID()}@example.com`, role: 'admin', approver: true, requester: true }
  const invite = (token: string) =>
    api.post(`/workspaces/invite-participant/${id}`, { token }, invitation, headers)
  const made = await invite(admin.token)
  const ask = (who: typeof anna) => api.ask(who, id, { approverId: ben.participantId }, headers)
  const created = await ask(anna)
  const proof = await (await api.enrol(ben)).prove(created.body.id)
  const approve = (who: typeof ben) => api.post(`/requests/approve/${created.body.id}`, who, proof, headers)
  const approved = await approve(ben)
  api.product.clock.advance(40 * 86_400_000)
  const later = await api.product.logIn(admin.userId)
  expect(await invite(later)).toEqual({ ...made, headers: expect.anything() })
  expect((await ask(await api.newSession(anna))).body).toEqual(created.body)
  expect((await approve(await api.newSession(ben))).body).toEqual(approved.body)
  expectRefused(
    await api.post(`/workspaces/invite-participant/${id}`, { token: later }, invitation),
    402,
    'workspace.inactive',
  )
})

test('replies come from the events while the read model is behind: requests with names, and devices', async () => {
  const { id, admin, anna, ben } = await api.team()
  const { db } = api.product.platform
  const created = await api.newRequest({ id, admin, anna, ben })
  const aside = { lane: 'x', stream: 'x', revision: 0, type: 'X', error: 'x', held: false }
  const row = { ...aside, position: 'p1:0', event_id: randomUUID() }
  await insertBlockedFacts(db, 'requests', [{ ...row, workspace_id: id }])
  await insertBlockedFacts(db, 'users', [{ ...row, actor_user_id: ben.userId }])
  try {
    await db('request_workspaces').where({ id }).update({ name: 'What it was once called' })
    await db('requests').where({ id: created }).update({ title: 'Old' })
    expect(await api.decline(created, ben)).toMatchObject({
      status: 200,
      body: { status: 'declined', title: 'Pay the invoice', workspaceName: 'Praxis' },
    })
    const device = await newDevice()
    const { body } = await api.post('/users/register-device-options', ben, { kind: 'pin' })
    const registration = { ...(await device.registration(body.challenge)), name: 'Phone', pin: PIN }
    expect(await api.post('/users/register-device', ben, registration)).toMatchObject({
      status: 201,
      body: { kind: 'pin', name: 'Phone', lastUsedAt: null, disabled: false },
    })
  } finally {
    await db('parked_facts').delete()
  }
})
