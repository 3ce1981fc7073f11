import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressDecider } from '#modules/accounts/address.decider.ts'
import { runDeferredCalls } from '#modules/accounts/deferred/run-deferred.ts'
import { addressStream } from '#modules/accounts/address.events.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { buildWorker } from '../../../../services/worker/worker.ts'
import type { Effects } from '../../../../services/worker/effects.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { GENESIS, entryHash } from '#projections/audit/chain.ts'
import { ownerOf } from '#support/product/addresses.ts'
import { eventually } from '#support/eventually.ts'
import { takeLogLines } from '#support/processes/silent-log.ts'
import { leaksIn } from '#support/read-models/leaks.ts'
import type { Person } from '#support/product/product.ts'
import { openRequests, type RequestApi } from '#support/product/requests.ts'
import { everything, expectRebuildToMakeTheSame } from '#support/read-models/stored-rows.ts'
import { colleague, newestInvitation, workspaceOf, type OwnWorkspace } from '#support/product/workspaces.ts'

let api: RequestApi
let worker: Effects
let db: Knex
const startWorker = async () => {
  worker = buildWorker(api.product.platform)
  await worker.start()
}
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  db = api.product.platform.db
  await startWorker()
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

const deleteAccount = ({ token }: Pick<Person, 'token'>, headers: Record<string, string> = {}) =>
  api.product.call('DELETE', '/users/delete-account', { token, headers })
const current = ({ token }: Pick<Person, 'token'>) => api.product.call('GET', '/users/current', { token })
const signUp = (email: string) =>
  api.product.call('POST', '/auth/signup', { body: { email, password: 'correct horse' } })
const mailsTo = (email: string) => db('mailbox_messages').where({ recipient: email }).pluck<string[]>('text')
const typesOf = async (stream: string) => (await api.product.facts(stream)).map(({ type }) => type)
const accountOf = async ({ userId }: Person) =>
  (await typesOf(`user-${userId}`)).filter((type) => /Delet|Erased/.test(type))
const emailsIn = async ({ id, admin }: OwnWorkspace): Promise<(string | null)[]> => {
  const { body } = await api.get(`/workspaces/participants/${id}`, admin)
  return body.map(({ participant }: { participant: { email: string | null } }) => participant.email)
}

/** Reserves the address like a sign-up, which test people skip. */
const reserveAddress = async ({ email, userId }: Person): Promise<string> => {
  const { commands, config } = api.product.platform
  const hash = addressHash(config.ADDRESS_KEY, email)
  await commands.execute({
    decider: addressDecider,
    stream: addressStream(hash),
    workspaceId: null,
    context: bySystem(randomUUID(), new Date()),
    command: { type: 'ReserveAddress', addressHash: hash, userId },
  })
  return addressStream(hash)
}

/** Checks the hash chain of the workspace's audit log. */
const expectWholeChain = async (workspaceId: string) => {
  const { events } = await api.product.platform.eventStore.readAll({ after: null })
  const hashOf = new Map(events.map(({ id, metadata }) => [id, metadata['hash'] as string]))
  const entries: { id: string; sequence: string; hash: string }[] = await db('audit_entries')
    .where({ workspace_id: workspaceId })
    .orderBy('sequence')
  expect(entries.length).toBeGreaterThan(8)
  let previous = GENESIS
  for (const [i, { id, hash }] of entries.entries()) {
    previous = entryHash(previous, i + 1, id, hashOf.get(id)!)
    expect(hash).toBe(previous)
  }
}

test('a deletion erases address, devices and texts everywhere, keeps the rest and releases the address', async () => {
  takeLogLines()
  const team = await api.team()
  const ben = await colleague(api.product, team, { role: 'admin', approver: true })
  const own = await workspaceOf(api.product, ben)
  const words = {
    address: ben.email,
    client: `Browser of Ben ${ben.userId}`,
    'name of the workspace': `Eigenes von Ben ${randomUUID()}`,
    description: `Nur für mich ${randomUUID()}`,
    title: `Miete an mich selbst ${randomUUID()}`,
  }
  const headers = { 'user-agent': words.client }
  await api.product.call('PATCH', `/workspaces/update-settings/${own.id}`, {
    token: ben.token,
    headers,
    body: { name: words['name of the workspace'], description: words.description, billingUser: ben.email },
  })
  const second = await colleague(api.product, { ...own, admin: ben }, { approver: true })
  await api.ask(ben, own.id, { title: words.title }, headers)
  await api.product.call('DELETE', `/users/remove-from-workspace/${own.id}`, { token: second.token })
  const phone = await api.enrol(ben)
  const request = await api.newRequest({ ...team, ben }, { title: 'Stays as it is' })
  await api.post(`/requests/approve/${request}`, ben, await phone.prove(request), headers)
  const address = await reserveAddress(ben)
  const { product } = api
  await product.projector.caughtUp()
  expect(new Set(leaksIn(await everything(db), words).map((leak) => leak.replace(/.*: /, ''))).size).toBe(5)

  expect((await deleteAccount(ben, headers)).status).toBe(200)
  await eventually(async () => {
    expect((await typesOf(`user-${ben.userId}`)).at(-1)).toBe('PersonErased')
    expect((await typesOf(`workspace-${own.id}`)).at(-1)).toBe('WorkspaceErased')
    expect((await typesOf(address)).at(-1)).toBe('AddressReleased')
  })
  await product.projector.caughtUp()
  const places = [...(await everything(db)), { name: 'log', text: takeLogLines() }]
  for (const name of ['event_store.events', 'public.effects', 'log'])
    expect(places.map((place) => place.name)).toContain(name)
  expect(leaksIn(places, words)).toEqual([])
  await expectWholeChain(team.id)
  await expectRebuildToMakeTheSame(product)

  const { entries } = (await api.get(`/workspaces/history/${team.id}`, team.admin)).body
  const ofBen = entries.filter(({ actor }: { actor: { userId: string } }) => actor.userId === ben.userId)
  const actions = ofBen.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(expect.arrayContaining(['participant.joined', 'request.approved']))
  for (const { actor } of ofBen) expect(actor.email).toBeNull()
  expect(await emailsIn(team)).toEqual([team.admin.email, team.anna.email, team.ben.email])

  await signUp(ben.email)
  expect(await ownerOf(product, ben.email)).not.toBe(ben.userId)
  await eventually(async () => expect(await mailsTo(ben.email)).toHaveLength(1))
})

test('deletes a workspace with its only participant, invalidates the token, and defers a new sign-up', async () => {
  const { id, admin } = await api.workspace()
  await reserveAddress(admin)
  // The worker would release the address.
  await worker.stop()
  expect(await deleteAccount(admin)).toMatchObject({ status: 200, body: {} })
  for (const call of [current(admin), deleteAccount(admin)])
    expect(await call).toMatchObject({ status: 401, body: { code: 'session.ended' } })
  expect((await typesOf(`workspace-${id}`)).slice(2, 5)).toEqual([
    'DepartureAnnounced',
    'ParticipantLeft',
    'WorkspaceClosed',
  ])
  const payload = { email: admin.email, password: 'correct horse' }
  await api.product.app.inject({ method: 'POST', url: '/auth/signup', payload })
  expect(await runDeferredCalls(api.product.platform)).toEqual({ isLeft: true })
  expect(await ownerOf(api.product, admin.email)).toBe(admin.userId)
  await startWorker()
  await eventually(async () => {
    await runDeferredCalls(api.product.platform)
    expect((await mailsTo(admin.email)).filter((text) => text.includes('/confirmEmail/'))).toHaveLength(1)
  })
  expect(await ownerOf(api.product, admin.email)).not.toBe(admin.userId)
})

describe('rejects the deletion of', () => {
  test('the last active admin of a workspace, with the workspaces to fix, and changes nothing', async () => {
    const first = await api.workspace()
    const { admin } = first
    const other = await workspaceOf(api.product, admin)
    const own = await workspaceOf(api.product, admin)
    for (const workspace of [first, other]) await colleague(api.product, workspace)
    const key = { 'idempotency-key': randomUUID() }
    for (const headers of [{}, key, key])
      expect(await deleteAccount(admin, headers)).toMatchObject({
        status: 409,
        body: {
          code: 'participant.last-admin',
          details: [first, other].map(({ id }) => ({ workspaceId: id, name: 'Praxis' })),
        },
      })
    expect(await accountOf(admin)).toEqual([])
    expect(await typesOf(`workspace-${own.id}`)).toEqual(['WorkspaceCreated', 'ParticipantJoined'])
    expect((await current(admin)).status).toBe(200)
  })

  test('a super admin', async () => {
    const root = await api.product.person({ role: 'super admin' })
    expect(await deleteAccount(root)).toMatchObject({ status: 403, body: { code: 'access.denied' } })
  })
})

describe('after a deletion', () => {
  test('no password, session, device or link works, and invitations have ended', async () => {
    const email = `${randomUUID()}@example.org`
    await signUp(email)
    const userId = await ownerOf(api.product, email)
    await eventually(async () => expect(await mailsTo(email)).toHaveLength(1))
    const [, token] = /confirmEmail\/([\w-]+)/.exec((await mailsTo(email))[0]!)!
    const confirm = () => api.product.call('POST', `/auth/verifyEmail/${token}`, { body: {} })
    await confirm()
    const login = () =>
      api.product.call('POST', '/auth/login', { body: { email, password: 'correct horse' } })
    const session = { token: String((await login()).body.access_token) }
    await api.enrol(session)
    await db('identities').insert({ identity_hash: `i1:${userId}`, user_id: userId })
    const inviting = await api.workspace()
    await api.post(`/workspaces/invite-participant/${inviting.id}`, inviting.admin, {
      email,
      role: 'regular user',
      approver: true,
      requester: false,
    })
    const invitationId = await newestInvitation(api.product, inviting.id)
    expect(await emailsIn(inviting)).toContain(email)

    expect((await deleteAccount(session)).status).toBe(200)
    expect((await login()).body.code).toBe('login.failed')
    expect((await api.get('/auth/refresh', session)).status).toBe(401)
    expect((await confirm()).body.code).toBe('token.not-found')
    expect((await api.get(`/participants/invitation/${invitationId}`, inviting.admin)).status).toBe(404)
    expect(await emailsIn(inviting)).toEqual([inviting.admin.email])
    const { rows } = await db.raw<{ rows: { name: string; column: string }[] }>(
      `SELECT c.table_name AS name, c.column_name AS column FROM information_schema.columns AS c
       JOIN information_schema.tables AS t USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.column_name IN ('user_id', 'subject_id')`,
    )
    expect(rows.map(({ name }) => name)).toContain('sessions')
    for (const { name, column } of rows)
      expect([name, await db(name).where(column, userId)]).toEqual([name, []])
  })

  test('open requests from and to the person end, and the other side gets a mail', async () => {
    const team = await api.team()
    const carl = await api.colleague(team)
    const ofAnna = await api.newRequest(team)
    const toBen = await api.newRequest({ ...team, anna: carl })
    const outcomeFor = async (requestId: string, { userId }: Person) => {
      const closed = (await api.facts(requestId)).find(({ type }) => type === 'RequestClosed')
      const mail = closed && (await db('effects').where({ event_id: closed.id, recipient: userId }).first())
      return [closed?.data['reason'], mail?.status]
    }
    await deleteAccount(team.anna)
    await eventually(async () =>
      expect(await outcomeFor(ofAnna, team.ben)).toEqual(['requester-unavailable', 'sent']),
    )
    await deleteAccount(team.ben)
    await eventually(async () =>
      expect(await outcomeFor(toBen, carl)).toEqual(['approver-unavailable', 'sent']),
    )
  })
})
