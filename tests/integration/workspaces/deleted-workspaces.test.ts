import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestReactor } from '#modules/requests/requests.reactor.ts'
import { allEvents } from '#modules/all.events.ts'
import type { UserRole } from '#contract/accounts/users.ts'
import { eraseDueWorkspaces } from '#modules/workspaces/erase-workspace.ts'
import { verifyHistory } from '#contract/evidence/verify-history.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import type { Effects } from '../../../services/worker/effects.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { eventually } from '#support/eventually.ts'
import { leaksIn } from '#support/read-models/leaks.ts'
import { inbox } from '#support/product/mail-stage.ts'
import { FAST, type Person } from '#support/product/product.ts'
import { expectRefused, openRequests, withOwnProduct, type RequestApi } from '#support/product/requests.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { everything, expectRebuildToMakeTheSame } from '#support/read-models/stored-rows.ts'
import { colleague, newestInvitation } from '#support/product/workspaces.ts'
import { rounds } from '#support/rounds.ts'

const ROUNDS = rounds({ short: 6, long: 200 })

let api: RequestApi
let worker: Effects
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

const DAY = 86_400_000

const remove = (workspaceId: string, { token }: Pick<Person, 'token'>, headers = {}) =>
  api.product.call('DELETE', `/workspaces/delete/${workspaceId}`, { token, headers })
const invite = (workspaceId: string, { token }: Pick<Person, 'token'>, email: string) =>
  api.product.call('POST', `/workspaces/invite-participant/${workspaceId}`, {
    token,
    body: { email, role: 'regular user', approver: true, requester: false },
  })
const factsOf = (workspaceId: string) => api.product.facts(`workspace-${workspaceId}`)
const typesOf = async (workspaceId: string): Promise<readonly string[]> =>
  (await factsOf(workspaceId)).map(({ type }) => type)
const superAdmin = () => api.product.person({ role: 'super admin' })

test('a deleted workspace rejects everything at once; sessions and other workspaces stay', async () => {
  const team = await api.team()
  const { id, admin, anna, ben } = team
  const other = await api.product.call('POST', '/workspaces/create', {
    token: admin.token,
    body: { name: 'The other one' },
  })
  const request = await api.newRequest(team)
  const guest = await api.product.person({ role: 'regular user' })
  await invite(id, admin, guest.email)
  const invitation = await newestInvitation(api.product, id)
  expect(await remove(id, admin)).toMatchObject({ status: 200, body: {} })
  const head = await api.product.head()

  for (const path of ['', 'participants/', 'history/', 'participant-counts/'])
    expectRefused(await api.get(`/workspaces/${path}${id}`, admin), 404, 'workspace.not-found')
  expectRefused(await invite(id, admin, 'somebody@example.com'), 404, 'workspace.not-found')
  expectRefused(await remove(id, admin), 404, 'workspace.not-found')
  expectRefused(await api.ask(anna, id), 404, 'workspace.not-found')
  expectRefused(await api.get(`/requests/list/${id}`, ben), 404, 'workspace.not-found')
  expectRefused(await api.decline(request, ben), 404, 'request.not-found')
  expectRefused(await api.get(`/requests/details/${request}`, anna), 404, 'request.not-found')
  expect((await api.get('/requests/inbox', ben)).body).toEqual([])
  expectRefused(
    await api.post(`/participants/accept-invite/${invitation}`, guest),
    404,
    'invitation.not-found',
  )
  expectRefused(await api.get(`/participants/invitation/${invitation}`, guest), 404, 'invitation.not-found')
  expect(await api.product.head()).toBe(head)

  const mine = await api.get('/users/related-workspaces', admin)
  expect(mine.body.userWorkspaces.map((one: { id: string }) => one.id)).toEqual([other.body.id])
  for (const who of [anna, ben])
    expect((await api.get('/users/related-workspaces', who)).body.userWorkspaces).toEqual([])
})

test('the event contains the time of erasure, and a repeated command gets the same reply', async () => {
  const { id, admin } = await api.workspace()
  const key = { 'idempotency-key': randomUUID() }
  for (let again = 0; again < 2; again += 1)
    expect(await remove(id, admin, key)).toMatchObject({ status: 200, body: {} })
  const deleted = (await factsOf(id)).at(-1)!
  expect(deleted).toMatchObject({
    type: 'WorkspaceDeleted',
    metadata: { actor: { userId: admin.userId, role: 'admin' } },
  })
  const keptMs = Date.parse(String(deleted.data['erasesAt'])) - Date.parse(deleted.metadata.at)
  expect(keptMs).toBe(30 * DAY)
  expect(await typesOf(id)).toEqual(['WorkspaceCreated', 'ParticipantJoined', 'WorkspaceDeleted'])
})

test('for 30 days only its former admins can export its audit log, and nothing else', async () => {
  await withOwnProduct({}, async (own) => {
    const { product } = own
    const team = await own.team()
    const { id, anna, ben } = team
    const second = await colleague(product, team, { role: 'admin' })
    const suspended = await colleague(product, team, { role: 'admin' })
    await product.call('PATCH', '/participants/change-activity', {
      token: team.admin.token,
      body: { participantId: suspended.participantId, value: false },
    })
    const before = await own.get(`/workspaces/history-checkpoint/${id}`, team.admin)
    const operator = await product.person({ role: 'super admin' })
    await product.call('DELETE', `/workspaces/delete/${id}`, { token: operator.token })
    const tryReads = async (who: Person, role: UserRole = 'admin') => {
      const again = { token: await product.logIn(who.userId, role) }
      const file = await own.get(`/workspaces/history-export/${id}?format=jsonl`, again)
      const checkpoint = await own.get(`/workspaces/history-checkpoint/${id}`, again)
      const list = await own.get('/users/deleted-workspaces', again)
      return { file, checkpoint, list, statuses: [file, checkpoint].map(({ status }) => status) }
    }
    const { erasesAt } = (await own.product.facts(`workspace-${id}`)).at(-1)!.data
    for (const day of [0, 29.99]) {
      if (day > 0) product.clock.advance(day * DAY)
      for (const who of [team.admin, second]) {
        const { file, list } = await tryReads(who)
        const lines = String(file.body).trimEnd().split('\n')
        expect(await verifyHistory(Readable.from(lines), { earlier: before.body })).toMatchObject({
          isWhole: true,
        })
        expect(lines.join()).toContain('"action":"workspace.deleted"')
        expect(list.body).toEqual([
          expect.objectContaining({ id, name: 'Praxis', timezone: 'Europe/Berlin', keptUntil: erasesAt }),
        ])
      }
      for (const [who, role] of [
        [anna, 'regular user'],
        [ben, 'regular user'],
        [suspended, 'admin'],
      ] as const) {
        const { statuses, list } = await tryReads(who, role)
        expect([statuses, list.body]).toEqual([[403, 403], []])
      }
      expect((await tryReads(operator, 'super admin')).statuses).toEqual([403, 403])
      const admin = { token: await product.logIn(team.admin.userId) }
      for (const path of ['', 'participants/', 'history/', 'participant-counts/', 'live/'])
        expectRefused(await own.get(`/workspaces/${path}${id}`, admin), 404, 'workspace.not-found')
    }
    // A minute after the retention ends, even if the keys still exist.
    product.clock.advance(0.02 * DAY)
    for (const who of [team.admin, second]) {
      const { statuses, list } = await tryReads(who)
      expect([statuses, list.body]).toEqual([[404, 404], []])
    }
  })
})

test('a super admin may delete any workspace without being a participant', async () => {
  const operator = await superAdmin()
  const { id } = await api.workspace()
  expectRefused(await api.get(`/workspaces/${id}`, operator), 403, 'access.denied')
  expectRefused(await remove(randomUUID(), operator), 404, 'workspace.not-found')
  expect((await remove(id, operator)).status).toBe(200)
  expect((await factsOf(id)).at(-1)!.metadata.actor).toEqual({
    kind: 'user',
    userId: operator.userId,
    role: 'super admin',
  })
  expectRefused(await remove(id, operator), 404, 'workspace.not-found')
})

test('all participants get a mail about the deletion, and pending requests are closed', async () => {
  worker = buildWorker(api.product.platform)
  await worker.start()
  const team = await api.team()
  const { id, admin, anna, ben } = team
  const german = await api.product.person({ language: 'de', role: 'regular user' })
  await invite(id, admin, german.email)
  await api.post(`/participants/accept-invite/${await newestInvitation(api.product, id)}`, german)
  await invite(id, admin, 'never-joined@example.com')
  const request = await api.newRequest(team, { title: 'Asked before the end' })
  await remove(id, admin)
  const until = String((await factsOf(id)).at(-1)!.data['erasesAt'])
  const year = new Date(until).getUTCFullYear()

  const mailsTo = async (...people: readonly { readonly email: string }[]) =>
    (await inbox(api.product)).filter(
      ({ subject, to }) =>
        /deleted the workspace “Praxis”$|den Workspace „Praxis“ gelöscht$|“Praxis” was deleted$/.test(
          subject,
        ) && people.some(({ email }) => email === to),
    )
  const everybody = [admin, anna, ben, german, { email: 'never-joined@example.com' }]
  await eventually(async () => {
    expect((await mailsTo(...everybody)).map(({ to }) => to).toSorted()).toEqual(
      [admin, anna, ben, german].map(({ email }) => email).toSorted(),
    )
    expect(await api.types(request)).toEqual(['RequestCreated', 'RequestClosed'])
  })
  const mails = await mailsTo(...everybody)
  const english = mails.find(({ to }) => to === anna.email)!.text
  expect(english).toContain(`By: ${admin.email}`)
  expect(english).not.toContain('export')
  const toAdmin = mails.find(({ to }) => to === admin.email)!.text
  expect(toAdmin).toContain('Until then, as an admin, you can export the audit log')
  expect(toAdmin).toContain('http://localhost/workspaces')
  expect(english).toMatch(new RegExp(`Kept until: .* ${year} at .*\\(Europe/Berlin\\)`))
  const inGerman = mails.find(({ to }) => to === german.email)!.text
  expect(inGerman).toContain('Niemand hat mehr Zugang.')
  expect(inGerman).toContain('Aufbewahrt bis: ')
  // Only the requester also gets a mail about the closed request.
  await eventually(async () => {
    const closed = (await inbox(api.product)).filter(
      ({ text }) => text.includes('Asked before the end') && text.includes('was closed'),
    )
    expect(closed.map(({ to, text }) => [to, text.includes('/m/requests/')])).toEqual([[anna.email, false]])
  })

  const operator = await superAdmin()
  const second = await api.workspace()
  await remove(second.id, operator)
  await eventually(async () => {
    const mail = (await mailsTo(second.admin))[0]
    expect(mail?.text).toContain('By: The operator of Vieraugen')
    expect(mail?.text).not.toContain(operator.email)
  })
})

test(
  'after 30 days its keys are destroyed once, and no store holds its contents',
  { timeout: 60_000 },
  async () => {
    const { product } = api
    const words = {
      name: `Einkauf Flüstertal ${Math.random()}`,
      description: `Wer hier Geld bewegen darf ${Math.random()}`,
      title: `Überweisung an Moosgruber ${Math.random()}`,
      'address for bills': `rechnung.${Math.random()}@verschwiegen.example`,
      'address of a stranger': `fremd.${Math.random()}@stille-post.example`,
    }
    const team = await api.team()
    const { id, admin, anna } = team
    const { title, name, description } = words
    await product.call('PATCH', `/workspaces/update-settings/${id}`, {
      token: admin.token,
      body: { name, description, billingUser: words['address for bills'] },
    })
    await invite(id, admin, words['address of a stranger'])
    await api.newRequest(team, { title })
    const { token } = await superAdmin()
    const note = { text: 'Calls back in May', version: null }
    expect((await product.call('PATCH', `/workspaces/note/${id}`, { token, body: note })).status).toBe(200)
    const left = await api.workspace()
    await product.call('DELETE', `/users/remove-from-workspace/${left.id}`, { token: left.admin.token })
    await remove(id, admin)
    await effectsSettled(product.platform)
    const kept = async () => leaksIn(await everything(product.platform.db), words)
    const other = await openPlatform(product.platform.config, {
      log: silentLog,
      catalogue: allEvents,
      readModels,
      clock: product.clock,
      ...FAST,
    })
    const chore = () => Promise.all([product.platform, other].map((platform) => eraseDueWorkspaces(platform)))
    try {
      product.clock.advance(30 * DAY - 60_000)
      await chore()
      // Until then an export is readable.
      const readable = (await kept()).join('\n')
      for (const text of Object.keys(words)) expect(readable).toContain(`: ${text} (plain)`)
      expect(await typesOf(id)).not.toContain('WorkspaceErased')

      product.clock.advance(120_000)
      const erased = async () =>
        // A workspace that its last participant closed is retained equally long.
        (await Promise.all([id, left.id].map(typesOf))).map((types) => [types.length, types.at(-1)])
      const before = await erased()
      // Starting the worker runs its chores once.
      await worker.stop()
      worker = buildWorker(product.platform)
      const second = buildWorker(other)
      await Promise.all([worker.start(), second.start()])
      const once = before.map(([length]) => [Number(length) + 1, 'WorkspaceErased'])
      await eventually(async () => expect(await erased()).toEqual(once))
      await second.stop()
      await chore()
      await product.projector.caughtUp()
      await chore()
      expect(await erased()).toEqual(once)
    } finally {
      await other.close()
    }
    expect(await kept()).toEqual([])
    expect(await product.platform.db('workspace_notes').where({ workspace_id: id })).toEqual([])
    for (const fact of await factsOf(id))
      for (const field of ['name', 'description', 'billingUser', 'email'])
        expect(fact.data[field] ?? null).toBeNull()
    const inAccounts = leaksIn(await everything(product.platform.db), { address: anna.email })
    expect(
      inAccounts.filter((leak) => !/^public\.(users|audit_people|mailbox_messages): /.test(leak)),
    ).toEqual([])
    await expectRebuildToMakeTheSame(product)
  },
)

test('many erasures are spread over several runs, so that deadlines go on', { timeout: 60_000 }, async () => {
  const ledger = join(temporaryFolder(), 'erasures.jsonl')
  await withOwnProduct({ ERASURE_LEDGER: ledger }, async ({ product, workspace }) => {
    for (let n = 0; n < 25; n += 1) {
      const { id, admin } = await workspace()
      await product.call('DELETE', `/workspaces/delete/${id}`, { token: admin.token })
    }
    product.clock.advance(31 * DAY)
    const erased = async () => (await product.platform.db('erasures').whereNotNull('workspace_id')).length
    await eraseDueWorkspaces(product.platform)
    expect(await erased()).toBe(20)
    await product.projector.caughtUp()
    await eraseDueWorkspaces(product.platform)
    expect(await erased()).toBe(25)
  })
})

test(
  `an invitation, acceptance or approval that races with the deletion succeeds before it or not at all, in ${3 * ROUNDS} races`,
  { timeout: 60_000 + ROUNDS * 5_000 },
  async () => {
    const admin = await api.product.person()
    const ben = await api.product.person({ role: 'regular user' })
    const guest = await api.product.person({ role: 'regular user' })
    const phone = await api.enrol(ben)
    const { on } = requestReactor(api.product.platform)
    const outcomes = { invited: 0, accepted: 0, approved: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      const { body } = await api.post('/workspaces/create', admin, { name: 'In a race' })
      const workspaceId: string = body.id
      const participant = (await invite(workspaceId, admin, ben.email)).body
      await api.post(`/participants/accept-invite/${await newestInvitation(api.product, workspaceId)}`, ben)
      const request = (await api.ask(admin, workspaceId, { approverId: participant.id })).body.id
      await invite(workspaceId, admin, guest.email)
      const invitation = await newestInvitation(api.product, workspaceId)
      const proof = await phone.prove(request)
      const approve = () => api.post(`/requests/approve/${request}`, ben, proof)
      const accepting = () => api.post(`/participants/accept-invite/${invitation}`, guest)
      const racing = [
        remove(workspaceId, admin),
        invite(workspaceId, admin, 'late@example.com'),
        accepting(),
      ] as const
      // In every other race the approval begins later: otherwise it is nearly always the first.
      const approving = round % 2 === 0 ? approve() : racing[2].then(approve)
      const [deleted, invited, accepted, approved] = await Promise.all([...racing, approving])
      expect([deleted.status, [200, 404].includes(approved.status)]).toEqual([200, true])
      outcomes.invited += Number(invited.status === 201)
      outcomes.accepted += Number(accepted.status === 200)
      outcomes.approved += Number(approved.status === 200)

      const facts = await factsOf(workspaceId)
      const end = facts.at(-1)!
      expect(end.type).toBe('WorkspaceDeleted')
      for (let telling = 0; telling < 2; telling += 1) await on['WorkspaceDeleted']!(end)
      const [, ending, ...rest] = await api.facts(request)
      expect(rest).toEqual([])
      if (approved.status === 200) {
        expect(ending!.type).toBe('RequestApproved')
        expect(ending!.data['workspaceRevision']).toBeLessThan(end.revision)
      } else
        expect(ending).toMatchObject({ type: 'RequestClosed', data: { reason: 'requester-unavailable' } })
    }
    for (const count of Object.values(outcomes)) expect(count).toBeLessThan(ROUNDS)
  },
)
