import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textHash } from '#contract/signing.ts'
import { eraseWorkspace } from '#modules/workspaces/erase-workspace.ts'
import { buildWorker } from '../../services/worker/worker.ts'
import { temporaryFolder } from '../resilience/local-process.ts'
import { eventually } from '../support/eventually.ts'
import { contentProvedBy, type Kept } from '../support/offline-evidence.ts'
import { enrolPasskey } from '../support/passkeys.ts'
import type { Person } from '../support/product.ts'
import { check, openRequests, type RequestApi } from '../support/requests.ts'

/** What both signed in a call check is proved by the facts alone, whoever of them is erased since. */

let api: RequestApi
let worker: ReturnType<typeof buildWorker>
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  worker = buildWorker(api.product.platform)
  await worker.start()
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

/** Anna asked by a passkey, Ben approved by a PIN. */
const verified = async () => {
  const team = await api.team()
  const { authenticator } = await enrolPasskey(api.product, team.anna)
  const bens = await api.enrol(team.ben)
  const asked = check({ approverId: team.ben.participantId, details: 'Invoice 7' })
  const { challenge } = (await api.post(`/requests/prepare/${team.id}`, team.anna, asked)).body
  const proof = { challenge, assertion: authenticator.get(challenge) }
  const { id, number } = (await api.post(`/requests/create/${team.id}`, team.anna, { ...asked, proof })).body
  const approval = { ...(await bens.prove(id)), number }
  expect((await api.post(`/requests/approve/${id}`, team.ben, approval)).status).toBe(200)
  return { ...team, requestId: id as string }
}
type Facts = Awaited<ReturnType<RequestApi['facts']>>
const proved = (facts: Facts) =>
  facts
    .filter(({ type }) => type === 'RequestCreated' || type === 'RequestApproved')
    .map(({ data }) => contentProvedBy(data['evidence'] as Kept))

/** The facts, and what of them is proved, once this is gone from the first or second of them. */
const without = (requestId: string, at: 0 | 1, field: string) =>
  eventually(async () => {
    const facts = await api.facts(requestId)
    expect(facts[at]!.data[field]).toBeNull()
    return { facts, contents: proved(facts) }
  })
const leave = async ({ token }: Person) =>
  expect((await api.product.call('DELETE', '/users/delete-account', { token })).status).toBe(200)

test('both proofs stand, and say the same about the same text', async () => {
  const { requestId, anna, ben } = await verified()
  const facts = await api.facts(requestId)
  const contents = proved(facts)
  expect(contents).toMatchObject([
    { kind: 'creation', requestId, requesterId: anna.participantId, approverId: ben.participantId },
    { kind: 'approval', requestId, requesterId: anna.participantId, approverId: ben.participantId },
  ])
  const { title, details, salt } = facts[0]!.data as Record<string, string>
  const hash = await textHash({ title: title!, details: details!, salt: salt! })
  expect(contents.map((content) => content.textHash)).toEqual([hash, hash])
})

test('a proof of something else is none', async () => {
  const { requestId } = await verified()
  const [created, approved] = (await api.facts(requestId)).map(({ data }) => data['evidence'] as Kept)
  const cases: Kept[] = [created!, approved!].flatMap((kept, i, both) => [
    { ...kept, canonical: kept.canonical.replace('"v":1', '"v":2') },
    { ...kept, signature: both[1 - i]!.signature },
    { ...kept, challenge: both[1 - i]!.challenge, canonical: both[1 - i]!.canonical },
  ])
  for (const kept of cases) expect(() => contentProvedBy(kept)).toThrow(/was signed|key signed/)
})

test('when whoever asked is erased, their address is gone, and both proofs stand', async () => {
  const { requestId, anna } = await verified()
  const before = proved(await api.facts(requestId))
  await leave(anna)
  const { facts, contents } = await without(requestId, 0, 'requesterEmail')
  expect(contents).toEqual(before)
  expect(facts[1]!.data['email']).not.toBeNull()
  expect(JSON.stringify(facts)).not.toContain(anna.email)
})

test('when whoever approved is erased, likewise', async () => {
  const { requestId, ben } = await verified()
  const before = proved(await api.facts(requestId))
  await leave(ben)
  const { facts, contents } = await without(requestId, 1, 'email')
  expect(contents).toEqual(before)
  expect(facts[0]!.data).toMatchObject({ approverEmail: null, requesterEmail: expect.any(String) })
  expect(JSON.stringify(facts)).not.toContain(ben.email)
})

test('when the workspace is erased, who signed what when stands, and the text is gone with what could confirm it', async () => {
  const { requestId, id, admin } = await verified()
  const before = proved(await api.facts(requestId))
  await api.product.call('DELETE', `/workspaces/delete/${id}`, { token: admin.token })
  await eraseWorkspace(api.product.platform, id)
  const { facts, contents } = await without(requestId, 0, 'title')
  expect(contents).toEqual(before)
  expect(facts[0]!.data).toMatchObject({ title: null, details: null, salt: null })
})
