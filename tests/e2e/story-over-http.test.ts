import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { projections } from '../../projections/index.ts'
import { activePlaces, rebuild } from '../support/builds.ts'
import { newDevice } from '../support/device.ts'
import { eventually } from '../support/eventually.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '../support/local-product.ts'

let product: LocalProduct

beforeAll(async () => {
  product = await openLocalProduct()
})
afterAll(() => product.close())

const call = async (
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object } = {},
) => {
  const answer = await fetch(product.origin + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answered: any = await answer.json()
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answered)}`).toBeLessThan(300)
  return answered
}
const password = 'correct horse'
const logIn = async (email: string): Promise<string> =>
  (await call('POST', '/auth/login', { body: { email, password } })).access_token

test('from sign-up to a signed approval that stands in the audit log', async () => {
  const [boss, colleague] = ['boss@example.com', 'colleague@example.com']

  await call('POST', '/auth/signup', { body: { email: boss, password } })
  const confirmation = linkIn(await product.mail(boss, /confirm/i), '/auth/confirmEmail/')
  await call('POST', confirmation.pathname.replace('/auth/confirmEmail/', '/auth/verifyEmail/'))
  const bossToken = await logIn(boss)

  const workspace = await call('POST', '/workspaces/create', {
    token: bossToken,
    body: { name: 'Payments', description: 'Who may move money' },
  })
  await call('POST', `/workspaces/invite-participant/${workspace.id}`, {
    token: bossToken,
    body: { email: colleague, role: 'regular user', approver: true, requester: false },
  })

  const invitation = linkIn(await product.mail(colleague, /Payments/), '/users/invite/')
  const verificationToken = invitation.pathname.split('/').at(-1)!
  const invitationUuid = invitation.searchParams.get('invitationUuid')!
  const offer = await call(
    'GET',
    `/participants/invitation/${invitationUuid}?verificationToken=${verificationToken}`,
  )
  expect(offer).toEqual({
    role: 'regular user',
    email: colleague,
    workspaceName: 'Payments',
    account: 'none',
  })
  await call('POST', '/auth/signup', { body: { password, verificationToken } })
  const token = await logIn(colleague)
  const participant = await call('POST', `/participants/accept-invite/${invitationUuid}`, { token })
  expect(participant).toMatchObject({ email: colleague, invite: 'accepted', approver: true })

  const [approver] = await call('GET', `/requests/approvers/${workspace.id}`, { token: bossToken })
  expect(approver).toEqual({ participantId: participant.id, email: colleague })
  const request = await call('POST', `/requests/create/${workspace.id}`, {
    token: bossToken,
    body: { type: 'approval', title: 'Transfer 40,000', details: 'To ACME', approverId: participant.id },
  })
  const asked = await product.mail(colleague, /approval is asked/)
  expect(linkIn(asked, '/m/requests/').pathname).toBe(`/m/requests/${request.id}`)

  const device = await newDevice()
  const enrolment = await call('POST', '/users/register-device-options', { token, body: { kind: 'pin' } })
  const enrolled = await call('POST', '/users/register-device', {
    token,
    body: { ...(await device.registration(enrolment.challenge)), name: 'Phone', pin: '294716' },
  })
  expect((await call('GET', '/requests/inbox', { token })).map(({ id }: { id: string }) => id)).toEqual([
    request.id,
  ])
  const { challenge } = await call('POST', `/requests/challenge/${request.id}`, { token })
  const approved = await call('POST', `/requests/approve/${request.id}`, {
    token,
    body: {
      proof: { challenge, deviceId: enrolled.id, pin: '294716', signature: await device.sign(challenge) },
    },
  })
  expect(approved).toMatchObject({ status: 'approved', assurance: 'pin', decidedBy: { email: colleague } })
  await product.mail(boss, /approved/)
  await product.mail(colleague, /approved/)

  // Of the invitation, the question, and the two mails that tell how it ended.
  const history = await expect
    .poll(() => call('GET', `/workspaces/history/${workspace.id}?limit=100`, { token: bossToken }), {
      timeout: 15_000,
    })
    .toSatisfy(({ entries }) => entries.filter(({ action }: any) => action === 'mail.sent').length === 3)
    .then(() => call('GET', `/workspaces/history/${workspace.id}?limit=100`, { token: bossToken }))
  const steps = history.entries.toReversed().filter(({ action }: any) => action !== 'mail.sent')
  expect(steps.map(({ action, actor }: any) => [action, actor.email])).toEqual([
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
    changes: [{ field: 'status', before: 'pending', after: 'approved' }],
    ip: '127.0.0.1',
    assurance: 'pin',
    outcome: 'ok',
  })
  expect(history.entries.map(({ sequence }: any) => sequence)).toEqual(
    history.entries.map((_: unknown, i: number) => history.entries.length - i),
  )
  expect(history.head).toEqual({ sequence: history.total, hash: history.entries[0].hash })
})

test('built again from the facts, every table is the same, and no mail goes out', async () => {
  const db = openDatabase(product.databaseUrl)
  const tables = projections.flatMap((projection) => Object.keys(projection.tables))
  const contents = () =>
    Promise.all(
      tables.map(async (table) => [table, (await db(table)).map((row) => JSON.stringify(row)).toSorted()]),
    )
  const [before, mailsBefore, reached] = [await contents(), await product.mails(), await activePlaces(db)]

  await rebuild(db)
  // One fact more shows that the running projector goes on with them.
  await call('POST', '/auth/signup', { body: { email: 'later@example.com', password } })
  await product.mail('later@example.com', /confirm/i)
  await eventually(async () => {
    const places = await activePlaces(db)
    expect(places.every((position, i) => position! > reached[i]!)).toBe(true)
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
