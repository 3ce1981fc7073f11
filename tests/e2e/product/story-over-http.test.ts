import { afterAll, beforeAll, expect, test } from 'vitest'
import { workspaceHistory } from '#contract/workspaces/audit.ts'
import { registerDevice, registerDeviceOptions } from '#contract/accounts/devices.ts'
import type { Reply } from '#contract/endpoint.ts'
import { acceptInvite, invitation, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { createRequest, requestApprovers } from '#contract/requests/requests.ts'
import { approveRequest, requestChallenge } from '#contract/requests/decisions.ts'
import { login } from '#contract/accounts/sessions.ts'
import { signup } from '#contract/accounts/sign-up.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { activePositions, rebuild } from '#support/read-models/builds.ts'
import { newDevice } from '#support/product/device.ts'
import { eventually } from '#support/eventually.ts'
import { linkIn, openLocalProduct, PASSWORD, type LocalProduct } from '#support/product/local-product.ts'
import { openOwnStores, type OwnStores } from '#support/event-store/own-stores.ts'

let product: LocalProduct
let stores: OwnStores

beforeAll(async () => {
  stores = await openOwnStores()
  product = await openLocalProduct(stores.settings)
})
afterAll(async () => {
  await product.close()
  await stores.close()
})

const call: LocalProduct['call'] = (endpoint, given) => product.call(endpoint, given)

test('from sign-up to a signed approval in the audit log', async () => {
  const [boss, colleague] = ['boss@example.com', 'colleague@example.com']

  const { token: bossToken } = await product.account(boss)

  const workspace = await call(createWorkspace, {
    token: bossToken,
    body: { name: 'Payments', description: 'Who may move money' },
  })
  const params = { id: workspace.id }
  await call(inviteParticipant, {
    token: bossToken,
    params,
    body: { email: colleague, role: 'regular user', approver: true, requester: false },
  })

  const link = linkIn(await product.mail(colleague, /Payments/), '/users/invite/')
  const verificationToken = link.pathname.split('/').at(-1)!
  const invitationUuid = link.searchParams.get('invitationUuid')!
  const offer = await call(invitation, { params: { invitationUuid }, query: { verificationToken } })
  expect(offer).toEqual({
    role: 'regular user',
    email: colleague,
    name: null,
    workspaceName: 'Payments',
    account: 'none',
  })
  await call(signup, { body: { password: PASSWORD, verificationToken } })
  const token = (await call(login, { body: { email: colleague, password: PASSWORD } })).access_token
  const participant = await call(acceptInvite, { token, params: { id: invitationUuid } })
  expect(participant).toMatchObject({ email: colleague, invite: 'accepted', approver: true })

  const [approver] = await call(requestApprovers, {
    token: bossToken,
    params: { workspaceId: workspace.id },
  })
  expect(approver).toEqual({
    participantId: participant.id,
    email: colleague,
    name: null,
    hasDevice: false,
    notified: false,
    callBackNumber: null,
    absence: null,
  })
  const request = await call(createRequest, {
    token: bossToken,
    params,
    body: { type: 'approval', title: 'Transfer 40,000', details: 'To ACME', approverId: participant.id },
  })
  const asked = await product.mail(colleague, /asks for your approval: /)
  expect(linkIn(asked, '/m/requests/').pathname).toBe(`/m/requests/${request.id}`)

  const device = await newDevice()
  const enrolment = await call(registerDeviceOptions, { token, body: { kind: 'pin' } })
  const registration = await device.registration(enrolment.kind === 'pin' ? enrolment.challenge : '')
  const { id: deviceId } = await call(registerDevice, {
    token,
    body: { ...registration, name: 'Phone', pin: '294716' },
  })
  expect((await call(requestInbox, { token })).map(({ id }) => id)).toEqual([request.id])
  const asksFor = { token, params: { id: request.id } }
  const { challenge } = await call(requestChallenge, asksFor)
  const proof = { challenge, deviceId, pin: '294716', signature: await device.sign(challenge) }
  const approved = await call(approveRequest, { ...asksFor, body: { proof } })
  expect(approved).toMatchObject({ status: 'approved', assurance: 'pin', decidedBy: { email: colleague } })
  await product.mail(boss, /^Approved by /)
  await product.mail(colleague, /^You approved: /)

  // Mails for the invitation, the request, the new device of an approver, and the result, the last to both sides.
  const historyOf = () => call(workspaceHistory, { token: bossToken, params, query: { limit: 100 } })
  const isMail = ({ action }: { action: string }) => action === 'mail.sent'
  const history = await expect
    .poll(historyOf, { timeout: 15_000 })
    .toSatisfy(({ entries }: Reply<typeof workspaceHistory>) => entries.filter(isMail).length === 4)
    .then(historyOf)
  // A reactor reports the device of an approver, so its place depends on when it runs.
  const isDevice = ({ action }: { action: string }) => action === 'participant.device-enrolled'
  expect(history.entries.filter(isDevice)).toMatchObject([{ actor: { email: colleague } }])
  const steps = history.entries.toReversed().filter((entry) => !isMail(entry) && !isDevice(entry))
  expect(steps.map(({ action, actor }) => [action, actor.email])).toEqual([
    ['workspace.created', boss],
    ['participant.joined', boss],
    ['participant.invited', boss],
    ['participant.joined', colleague],
    ['request.created', boss],
    ['request.approved', colleague],
  ])
  expect(steps.at(-1)).toMatchObject({
    actor: { role: 'regular user' },
    target: { kind: 'request', label: 'Transfer 40,000' },
    changes: [
      { field: 'deviceBound', before: null, after: true },
      { field: 'status', before: 'pending', after: 'approved' },
    ],
    ip: '127.0.0.1',
    assurance: 'pin',
    outcome: 'ok',
  })
  expect(history.entries.map(({ sequence }) => sequence)).toEqual(
    history.entries.map((_, i) => history.entries.length - i),
  )
  expect(history.head).toEqual({ sequence: history.total, hash: history.entries[0]!.hash })
})

test('a rebuild produces the same tables and sends no mail', async () => {
  const db = openDatabase(product.databaseUrl)
  const tables = projections.flatMap((projection) => Object.keys(projection.tables))
  const contents = () =>
    Promise.all(
      tables.map(async (table) => [table, (await db(table)).map((row) => JSON.stringify(row)).toSorted()]),
    )
  const [before, mailsBefore, reached] = [await contents(), await product.mails(), await activePositions(db)]

  await rebuild(db)
  // One more event shows that the running projector continues with the new tables.
  await call(signup, { body: { email: 'later@example.com', password: PASSWORD } })
  await product.mail('later@example.com', /confirm/i)
  await eventually(async () => {
    const positions = await activePositions(db)
    expect(positions.every((position, i) => position! > reached[i]!)).toBe(true)
  })

  const after = await contents()
  const added = after.map(([table, rows], i) => [
    table,
    (rows as string[]).filter((row) => !(before[i]![1] as string[]).includes(row)).length,
    (before[i]![1] as string[]).filter((row) => !(rows as string[]).includes(row)).length,
  ])
  expect(added).toEqual(
    tables.map((table) => [table, table === 'users' || table === 'audit_people' ? 1 : 0, 0]),
  )
  expect((await product.mails()).length).toBe(mailsBefore.length + 1)
  await db.destroy()
})
