import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { canonicalText } from '#contract/requests/signing.ts'
import { accountMails } from '#modules/accounts/accounts.mail-kinds.ts'
import { confirmationTokens } from '#modules/accounts/mail-token.store.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { entryHash } from '#projections/audit/chain.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { newEmail, ownerOf, signUpBody } from '#support/product/addresses.ts'
import { newDevice } from '#support/product/device.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, PIN, type RequestApi, type Team } from '#support/product/requests.ts'
import { inspectAudit } from '../../services/ops/doctor/inspect-audit.ts'

/**
 * What somebody can do who changes the tables that pages are read from: their rows show, they do not decide. These rows carry no MAC.
 * Roles, rights, keys and addresses are asked of the events, and the audit log is computed from them.
 */

let api: RequestApi
let team: Team
beforeAll(async () => {
  api = await openRequests({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') })
})
beforeEach(async () => {
  team = await api.team()
})
afterAll(() => api?.product.close())

const rows = (table: string) => api.product.platform.db(table)
const refresh = (token: string) => api.product.call('GET', '/auth/refresh', { token })
/** The role that a token gives. */
const roleOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).role
const PASSWORD = 'correct horse'
const setPassword = async ({ userId, email }: Person) => {
  const { platform } = api.product
  const hash = addressHash(platform.config.ADDRESS_KEY, email)
  await createCredentials(platform).set(userId, hash, await platform.passwords.hash(PASSWORD))
}

test('raises their account to super admin: neither session, refresh nor login is one', async () => {
  const { anna } = team
  await setPassword(anna)
  await rows('users').where({ id: anna.userId }).update({ role: 'super admin' })
  const refreshed = await refresh(anna.token)
  const body = { email: anna.email, password: PASSWORD }
  const superLogin = await api.product.call('POST', '/auth/login/super', { body })
  const login = await api.product.call('POST', '/auth/login', { body })
  expect(superLogin.status).toBe(401)
  for (const token of [anna.token, refreshed.body.access_token, login.body.access_token]) {
    expect(roleOf(token)).toBe('regular user')
    // The row shows another role than the events, which only a read model that is behind would.
    const seen = await api.product.call('GET', '/operations/projections', { token })
    expectRefused(seen, 503, 'read-model.behind')
  }
})

test('raises a regular account to admin: it creates no workspace', async () => {
  const { anna } = team
  await rows('users').where({ id: anna.userId }).update({ role: 'admin' })
  const { body } = await refresh(anna.token)
  expect(roleOf(body.access_token)).toBe('regular user')
  const made = await api.post('/workspaces/create', { token: body.access_token }, { name: 'Mine' })
  expectRefused(made, 503, 'read-model.behind')
})

test('makes themselves admin of their workspace: the lists of admins stay closed', async () => {
  const { anna, id } = team
  await rows('participants').where({ id: anna.participantId }).update({ role: 'admin', approver: true })
  for (const path of ['participants', 'history']) {
    const { status } = await api.get(`/workspaces/${path}/${id}`, anna)
    expect(status).toBe(403)
  }
})

test('writes themselves into another workspace: it stays unknown to them', async () => {
  const stranger = await api.product.person()
  const row = await rows('participants').where({ id: team.anna.participantId }).first()
  await rows('participants').where({ id: row.id }).update({ user_id: stranger.userId, role: 'admin' })
  expect((await api.get(`/workspaces/participants/${team.id}`, stranger)).status).toBe(404)
})

test('makes themselves approver: nothing that they sign is a decision', async () => {
  const { anna, ben, id } = team
  const phone = await api.enrol(anna)
  const { body } = await api.ask(team.admin, id, { approverId: ben.participantId })
  await rows('participants').where({ id: anna.participantId }).update({ approver: true, role: 'admin' })
  await rows('requests').where({ id: body.id }).update({ approver_id: anna.participantId })
  const answer = await api.post(`/requests/challenge/${body.id}`, anna)
  const proof = await phone.proofFor(answer.body?.challenge ?? 'A'.repeat(43))
  expectRefused(await api.post(`/requests/approve/${body.id}`, anna, proof), 403, 'access.denied')
  expect(await api.types(body.id)).toEqual(['RequestCreated'])
})

test('puts their own key into the row of a victim’s device: what it signs is refused', async () => {
  const { ben } = team
  const phone = await api.enrol(ben)
  const requestId = await api.newRequest(team)
  const own = await newDevice()
  const { publicKey } = await own.registration('AAAA')
  await rows('devices')
    .where({ id: phone.deviceId })
    .update({ public_key: canonicalText(publicKey) })
  const { challenge } = (await api.post(`/requests/challenge/${requestId}`, ben)).body
  const proof = { challenge, deviceId: phone.deviceId, pin: PIN, signature: await own.sign(challenge) }
  expect((await api.post(`/requests/approve/${requestId}`, ben, { proof })).status).toBe(403)
  expect(await api.types(requestId)).not.toContain('RequestApproved')
})

test('writes their own address into a victim’s account: the link of a reset does not go there', async () => {
  const { product } = api
  const { commands, config, db, log, rowMacs, clock } = product.platform
  const email = newEmail()
  await product.call('POST', '/auth/signup', { body: signUpBody(email) })
  const userId = await ownerOf(product, email)
  await product.call('POST', `/auth/verifyEmail/${confirmationTokens(product.platform).token(userId, 1)}`)
  await product.call('POST', '/auth/reset-password', { body: { email } })
  const asked = (await product.facts(userStream(userId))).at(-1)!
  const kind = accountMails.find(({ on }) => on === asked.type)!
  const services = { baseUrl: 'http://localhost', now: clock.now(), commands, db, log, rowMacs, config }
  expect(await kind.prepare(asked, userId, services)).toMatchObject({ to: email })
  await rows('users').where({ id: userId }).update({ email: 'thief@example.org' })
  await expect(kind.prepare(asked, userId, services)).rejects.toThrow('another address than its events')
})

/** What the doctor says about the audit logs. */
const doctor = (all = false) => inspectAudit(api.product.platform, { all })
/** The entries of the team's log, the newest first, once everything is in it. */
const entries = async () => {
  await api.product.projector.caughtUp()
  return rows('audit_entries').where({ workspace_id: team.id }).orderBy('sequence', 'desc')
}
const change = async (row: object, { sequence } = { sequence: '1' }) =>
  rows('audit_entries').where({ workspace_id: team.id, sequence }).update(row)

test('changes an entry of the audit log: the doctor compares it with its event', async () => {
  const requestId = await api.newRequest(team)
  await api.decline(requestId, team.ben)
  const [declined] = await entries()
  expect(await doctor()).toMatchObject({ text: expect.stringMatching(/^\d+ entries.* fit their events$/) })
  const forgeries = [
    { action: 'request.approved' },
    { actor_user_id: team.anna.userId },
    { at: new Date(0) },
    { target_label: 'Pay another invoice' },
    { changes: JSON.stringify([]) },
    { ip: '192.0.2.1' },
  ]
  for (const forgery of forgeries) {
    const column = Object.keys(forgery)[0]!
    await change(forgery, declined)
    expect(await doctor(true)).toMatchObject({
      isWrong: true,
      more: [`audit_entries ${team.id} ${declined.sequence}: is not what its event says`],
    })
    const before = declined[column]
    await change({ [column]: column === 'changes' ? JSON.stringify(before) : before }, declined)
  }
  expect((await doctor(true)).isWrong).toBeUndefined()
})

test('changes an entry and makes all later hashes anew: the doctor computes them from the events', async () => {
  await api.newRequest(team)
  const before = await entries()
  const head = rows('audit_heads').where({ workspace_id: team.id })
  const { hash: whole } = await head.clone().first('hash')
  let [previous] = [before.at(-2)!.hash]
  for (const { sequence, id, fact_hash } of before.toReversed().slice(2)) {
    const factHash = Number(sequence) === 3 ? 'h1:forged' : fact_hash
    previous = entryHash(previous, Number(sequence), id, factHash)
    await change({ fact_hash: factHash, hash: previous }, { sequence })
  }
  await head.clone().update({ hash: previous })
  const { more } = await doctor(true)
  expect(more).toContain(`audit_entries ${team.id} 3: is not what its event says`)
  for (const { sequence, hash, fact_hash } of before) await change({ hash, fact_hash }, { sequence })
  await head.clone().update({ hash: whole })
})

test('changes a hash of the log’s tree: the doctor computes it from the events', async () => {
  while ((await entries()).length < 16) await api.newRequest(team)
  const subtree = rows('audit_subtrees').where({ workspace_id: team.id, level: 4, index: 0 })
  const { hash } = await subtree.clone().first('hash')
  await subtree.clone().update({ hash: '0'.repeat(64) })
  expect((await doctor(true)).more).toEqual([`audit_subtrees ${team.id} 4 0: is not what its event says`])
  await subtree.clone().update({ hash })
  const whole = await subtree.clone().first()
  await subtree.clone().delete()
  expect((await doctor(true)).more).toEqual([
    `audit_subtrees ${team.id} 4 0: is missing`,
    'audit_subtrees: 0 rows, and 1 follow from the events',
  ])
  // The later check begins behind the row, and still ends.
  await api.newRequest(team)
  await entries()
  await doctor()
  await rows('audit_subtrees').insert(whole)
  expect((await doctor(true)).isWrong).toBeUndefined()
})

test('puts an entry of their own into the chain: an export of the log ends there', async () => {
  await api.newRequest(team)
  const [newest] = await entries()
  await change({ fact_hash: 'h1:forged' }, newest)
  const path = `/workspaces/history-export/${team.id}?format=csv`
  await expect(api.get(path, team.admin)).rejects.toThrow('destroyed before completion')
  await change({ fact_hash: newest.fact_hash }, newest)
  expect((await api.get(path, team.admin)).status).toBe(200)
})

test('removes an entry, or adds one: the doctor counts them', async () => {
  await api.newRequest(team)
  const [newest] = await entries()
  const json = { changes: JSON.stringify(newest.changes), owners: JSON.stringify(newest.owners) }
  await rows('audit_entries').insert({ ...newest, ...json, sequence: Number(newest.sequence) + 1 })
  expect((await doctor()).more).toEqual([expect.stringMatching(/^audit_entries: \d+ rows, and \d+ follow/)])
  await rows('audit_entries')
    .where({ workspace_id: team.id, sequence: Number(newest.sequence) + 1 })
    .delete()
  expect((await doctor(true)).isWrong).toBeUndefined()
  await rows('audit_entries').where({ workspace_id: team.id, sequence: newest.sequence }).delete()
  expect((await doctor(true)).more).toContain(`audit_entries ${team.id} ${newest.sequence}: is missing`)
  await rows('audit_entries').insert({ ...newest, ...json })
})

test('changes an entry that is new since the last look: the doctor begins there, and still counts all', async () => {
  expect((await doctor()).isWrong).toBeUndefined()
  const requestId = await api.newRequest(team)
  await api.decline(requestId, team.ben)
  const [declined] = await entries()
  const body = { participantId: team.anna.participantId, value: true }
  const { status } = await api.product.call('PATCH', '/participants/change-approver', {
    token: team.admin.token,
    body,
  })
  expect(status).toBe(200)
  await change({ action: 'request.approved' }, declined)
  expect((await doctor()).more).toEqual([
    `audit_entries ${team.id} ${declined.sequence}: is not what its event says`,
  ])
  await change({ action: declined.action }, declined)
  expect((await doctor()).text).toMatch(/^[1-9] entries since the last look fit their events$/)
})
