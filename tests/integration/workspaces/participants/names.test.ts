import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProduct, type Product } from '#support/product/product.ts'
import { expectRefusedWithoutEvents } from '#support/product/refusal.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

type By = { readonly token: string }
const name = ({ token }: By, to: string | null) =>
  product.call('PATCH', '/users/update-settings', { token, body: { name: to } })
const correct = ({ token }: By, participantId: string, to: string | null) =>
  product.call('PATCH', '/participants/change-name', { token, body: { participantId, name: to } })
const namesIn = async ({ id, admin }: OwnWorkspace, query = ''): Promise<Record<string, string | null>> => {
  const { body } = await product.call('GET', `/workspaces/participants/${id}${query}`, admin)
  return Object.fromEntries(body.map(({ participant }: any) => [participant.email, participant.name]))
}
const invite = ({ id, admin }: OwnWorkspace, email: string, proposed?: string) =>
  product.call('POST', `/workspaces/invite-participant/${id}`, {
    token: admin.token,
    body: {
      email,
      role: 'regular user',
      approver: true,
      requester: true,
      ...(proposed && { name: proposed }),
    },
  })
const factsOf = async (stream: string, type: string) =>
  (await product.facts(stream)).filter((fact) => fact.type === type)

test('a person gives their name, which every workspace shows at once; saying it again changes nothing', async () => {
  const own = await workspaceOf(product)
  const other = await workspaceOf(product, own.admin)
  const { admin } = own
  expect((await name(admin, '  Zoe\u0308 Keller ')).body).toMatchObject({
    language: 'en',
    name: 'Zo\u00EB Keller',
  })
  expect((await product.call('GET', '/users/current', admin)).body).toMatchObject({ name: 'Zo\u00EB Keller' })
  expect(await namesIn(own)).toEqual({ [admin.email]: 'Zo\u00EB Keller' })
  expect(await namesIn(other)).toEqual({ [admin.email]: 'Zo\u00EB Keller' })
  await name(admin, 'Zo\u00EB Keller')
  expect(await factsOf(`user-${admin.userId}`, 'UserNamed')).toHaveLength(1)
  expect(await factsOf(`workspace-${own.id}`, 'ParticipantNamed')).toHaveLength(1)
  expect((await name(admin, '')).body).toMatchObject({ name: null })
  expect(await namesIn(own)).toEqual({ [admin.email]: null })
  await name(admin, null)
  expect(await factsOf(`user-${admin.userId}`, 'UserNamed')).toHaveLength(2)
  const { body } = await product.call(
    'GET',
    `/workspaces/history/${own.id}?action=participant.name-changed`,
    admin,
  )
  expect(body.entries).toMatchObject([
    {
      actor: admin && { userId: admin.userId, name: null },
      changes: [{ field: 'name', before: 'Zo\u00EB Keller', after: null }],
    },
    { changes: [{ field: 'name', before: null, after: 'Zo\u00EB Keller' }] },
  ])
})

test('a name is one line of at most 60 signs without marks of direction and controls', async () => {
  const { admin } = await workspaceOf(product)
  for (const bad of ['A'.repeat(61), 'Anna\nKeller', 'Anna\u0007', 'כהן 1\u202E2', 7, 'x'.repeat(10_000)])
    await expectRefusedWithoutEvents(product, () => name(admin, bad as string), [400, 'input.invalid'])
  await expectRefusedWithoutEvents(
    product,
    () => product.call('PATCH', '/users/update-settings', { token: admin.token, body: {} }),
    [400, 'input.invalid'],
  )
  expect((await name(admin, '王'.repeat(60))).body).toMatchObject({ name: '王'.repeat(60) })
})

test('a workspace that a named person creates or joins knows the name', async () => {
  const anna = await product.person()
  await name(anna, 'Anna Keller')
  const own = await workspaceOf(product, anna)
  const ben = await product.person({ role: 'regular user' })
  await name(ben, 'Ben Schulz')
  await colleague(product, own, {}, ben)
  expect(await namesIn(own)).toEqual({ [anna.email]: 'Anna Keller', [ben.email]: 'Ben Schulz' })
  expect(await namesIn(own, '?q=schul')).toEqual({ [ben.email]: 'Ben Schulz' })
})

test('the inviter proposes a name, which holds until the person says otherwise', async () => {
  const own = await workspaceOf(product)
  const ben = await product.person({ role: 'regular user' })
  expect((await invite(own, ben.email, 'Ben Sculz')).body).toMatchObject({ name: 'Ben Sculz', userId: null })
  const [{ participant }] = (
    await product.call('GET', `/workspaces/participants/${own.id}?invite=pending`, own.admin)
  ).body
  expect((await correct(own.admin, participant.id, 'Ben Schulz')).body).toMatchObject({ name: 'Ben Schulz' })
  const accept = `/participants/accept-invite/${await newestInvitation(product, own.id)}`
  expect((await product.call('POST', accept, { token: ben.token })).body).toMatchObject({
    name: 'Ben Schulz',
  })
  expect((await product.call('GET', '/users/current', ben)).body).toMatchObject({ name: null })
  await name(ben, 'Benjamin Schulz')
  expect(await namesIn(own)).toMatchObject({ [ben.email]: 'Benjamin Schulz' })
  expect((await correct(own.admin, participant.id, 'B. Schulz')).body).toMatchObject({ name: 'B. Schulz' })
  await correct(own.admin, participant.id, 'B. Schulz')
  expect((await product.call('GET', '/users/current', ben)).body).toMatchObject({ name: 'Benjamin Schulz' })
  const { body } = await product.call(
    'GET',
    `/workspaces/history/${own.id}?target=schulz&action=participant.name-changed`,
    own.admin,
  )
  expect(
    body.entries.map(({ actor, target, changes }: any) => [actor.userId, target.name, changes[0].after]),
  ).toEqual([
    [own.admin.userId, 'B. Schulz', 'B. Schulz'],
    [ben.userId, 'B. Schulz', 'Benjamin Schulz'],
    [own.admin.userId, 'B. Schulz', 'Ben Schulz'],
  ])
})

test('a person may say their name and time zone when they accept an invitation; nobody else changes anything with it', async () => {
  const own = await workspaceOf(product)
  const ben = await product.person({ role: 'regular user' })
  const stranger = await product.person({ role: 'regular user' })
  await invite(own, ben.email, 'Somebody Else')
  const accept = `/participants/accept-invite/${await newestInvitation(product, own.id)}`
  const as = ({ token }: By, timeZone = 'America/Lima') =>
    product.call('POST', accept, { token, body: { name: 'Ben Schulz', timeZone } })
  await expectRefusedWithoutEvents(product, () => as(stranger), [404, 'invitation.not-found'])
  expect((await as(ben)).body).toMatchObject({ userId: ben.userId, name: 'Ben Schulz' })
  const { body: user } = await product.call('GET', '/users/current', ben)
  expect(user).toMatchObject({ name: 'Ben Schulz', timeZone: 'America/Lima' })
  // A zone that nobody here knows keeps nobody out.
  expect((await as(ben, 'Mars/Olympus')).status).toBe(200)
})

test('requests, lists of approvers and the log name their people', async () => {
  const own = await workspaceOf(product)
  await name(own.admin, 'Anna Keller')
  const ben = await colleague(product, own, { approver: true })
  const { body: request } = await product.call('POST', `/requests/create/${own.id}`, {
    token: own.admin.token,
    body: { type: 'approval', title: 'Pay the invoice', approverId: ben.participantId },
  })
  expect(request).toMatchObject({ requester: { name: 'Anna Keller' }, approver: { name: null } })
  await name(ben, 'Ben Schulz')
  const { body: inbox } = await product.call('GET', '/requests/inbox', ben)
  expect(inbox).toMatchObject([
    { requester: { email: own.admin.email, name: 'Anna Keller' }, approver: { name: 'Ben Schulz' } },
  ])
  const { body: approvers } = await product.call('GET', `/requests/approvers/${own.id}?q=SCHU`, own.admin)
  expect(approvers).toMatchObject([
    { participantId: ben.participantId, email: ben.email, name: 'Ben Schulz' },
  ])
  const { body } = await product.call('GET', `/workspaces/history/${own.id}?actor=keller&limit=1`, own.admin)
  expect(body.entries).toMatchObject([{ actor: { userId: own.admin.userId, name: 'Anna Keller' } }])
  expect(JSON.stringify([inbox, approvers])).not.toContain('alike')
  await name(ben, 'ANNA KEIIER')
  await name(own.admin, 'ANNA KElIER')
  const marked = { alike: true }
  expect((await product.call('GET', '/requests/inbox', ben)).body).toMatchObject([
    { requester: marked, approver: marked },
  ])
  expect((await product.call('GET', `/requests/approvers/${own.id}`, own.admin)).body).toMatchObject([marked])
  await name(ben, 'Ben Schulz')
  await product.call('DELETE', `/users/remove-from-workspace/${own.id}`, ben)
  const { body: gone } = await product.call('GET', `/requests/details/${request.id}`, own.admin)
  expect(gone.approver).toMatchObject({ email: ben.email, name: 'Ben Schulz' })
})
