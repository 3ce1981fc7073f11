import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_FILES_BYTES } from '#contract/requests/files.ts'
import { nameHash } from '#contract/requests/signing.ts'
import { sweepFiles } from '#modules/requests/files/files.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { colleague } from '#support/product/workspaces.ts'

let api: RequestApi
let team: Team
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
})
afterAll(() => api?.product.close())

const xml = (text: string) => `<?xml version="1.0"?><Document>${text}</Document>`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const uploaded = async (text: string, { who = team.anna, name = 'run.xml' } = {}): Promise<string> => {
  const path = `/files/upload/${team.id}?name=${encodeURIComponent(name)}`
  return (await api.post(path, who, xml(text))).body.id
}
const content = (id: string, who: Person) => api.get(`/files/content/${id}`, who)
const row = (id: string) => api.product.platform.db('files').where({ id }).first()
const ask = (files: readonly string[], body: object = {}, who = team.anna) =>
  api.ask(who, team.id, { approverId: team.ben.participantId, files, ...body })

test('a request has its files in order; the approver signs the hash of each and of its name', async () => {
  const phone = await api.enrol(team.ben)
  const [one, other] = [await uploaded('1', { name: 'Lauf März.xml' }), await uploaded('2')]
  const created = await ask([other, one])
  const file = { type: 'application/xml', size: 43 }
  const files = [
    { ...file, id: other, name: 'run.xml', sha256: sha256(xml('2')) },
    { ...file, id: one, name: 'Lauf März.xml', sha256: sha256(xml('1')) },
  ]
  expect(created).toMatchObject({ status: 201, body: { files } })
  const { id } = created.body
  for (const path of [`/requests/details/${id}`, '/requests/inbox']) {
    const { body } = await api.get(path, team.ben)
    expect([body].flat()).toEqual([expect.objectContaining({ files })])
  }

  const challenge = await api.post(`/requests/challenge/${id}`, team.ben, {})
  const { content: signed, textSalt } = challenge.body
  expect(signed).toMatchObject({
    v: 3,
    files: await Promise.all(
      files.map(async ({ name, type, size, sha256: hash }) => ({
        nameHash: await nameHash(name, textSalt),
        type,
        size,
        sha256: hash,
      })),
    ),
  })
  expect(challenge.body.canonical).not.toContain('Lauf')
  const proof = await phone.proofFor(challenge.body.challenge)
  expect(await api.post(`/requests/approve/${id}`, team.ben, proof)).toMatchObject({
    status: 200,
    body: { status: 'approved', files },
  })
  const found = await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))
  expect(found.map(({ type, fault }) => [type, fault])).toEqual([['RequestApproved', null]])
})

test('several approvals, one of them with a file, are signed at once', async () => {
  team = await api.team()
  const phone = await api.enrol(team.ben)
  const ids = [(await ask([await uploaded('many')])).body.id, await api.newRequest(team)]
  const { body } = await api.post('/requests/challenge-many', team.ben, { requestIds: ids })
  expect(body.requests.map((one: any) => one.content.v)).toEqual([3, 1])
  const proof = await phone.proofFor(body.challenge)
  const { body: done } = await api.post('/requests/approve-many', team.ben, proof)
  expect(done.results.map((one: any) => one.outcome)).toEqual(['approved', 'approved'])
})

test('only people who see the request read its files', async () => {
  const carl = await colleague(api.product, team, { approver: true, requester: true })
  const id = await uploaded('seen')
  expect((await content(id, team.ben)).status).toBe(404)
  await ask([id])
  for (const who of [team.anna, team.ben, team.admin])
    expect(await content(id, who)).toMatchObject({ status: 200, body: xml('seen') })
  for (const who of [carl, await api.product.person()])
    expectRefused(await content(id, who), 404, 'file.not-found')
})

test('a row that names another request shows its file to nobody', async () => {
  const id = await uploaded('moved')
  const other = await api.newRequest(team)
  await api.product.platform.db('files').where({ id }).update({ request_id: other })
  expectRefused(await content(id, team.ben), 404, 'file.not-found')
})

describe('refused:', () => {
  test('a file that is unknown, of somebody else, or of another workspace', async () => {
    const carl = await colleague(api.product, team, { requester: true })
    const foreign = await uploaded('foreign', { who: carl })
    expectRefused(await ask([randomUUID()]), 404, 'file.not-found')
    expectRefused(await ask([foreign]), 404, 'file.not-found')
    const elsewhere = await api.team()
    const own = await uploaded('own')
    const body = { approverId: elsewhere.ben.participantId, files: [own] }
    expectRefused(await api.ask(elsewhere.anna, elsewhere.id, body), 404, 'file.not-found')
    expect(await row(own)).toMatchObject({ request_id: null })
  })

  test('a file that another request has, also when both come at once', async () => {
    const id = await uploaded('twice')
    const answers = await Promise.all([ask([id]), ask([id]), ask([id])])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual([
      'file.used',
      'file.used',
    ])
    expectRefused(await ask([id]), 409, 'file.used')
  })

  test('the same file twice, eleven files, and files of a call check', async () => {
    const id = await uploaded('invalid')
    const many = Array.from({ length: 11 }, () => randomUUID())
    for (const files of [[id, id], many]) expectRefused(await ask(files), 400, 'input.invalid')
    const check = { type: 'verification', approverId: team.ben.participantId, title: 'Call', files: [id] }
    const prepared = await api.post(`/requests/prepare/${team.id}`, team.anna, check)
    expectRefused(prepared, 400, 'input.invalid', { field: 'files', problem: 'is for an approval alone' })
  })

  test('more than 25 MiB together', async () => {
    const [one, other] = [await uploaded('large'), await uploaded('larger')]
    const { db, rowMacs } = api.product.platform
    const { FILE_ROWS } = await import('#modules/requests/files/file.store.ts')
    const { mac: _, ...large } = await row(other)
    const sealed = rowMacs.sealed(FILE_ROWS, { ...large, bytes: MAX_FILES_BYTES - 10 })
    await db('files').where({ id: other }).update({ bytes: sealed.bytes, mac: sealed.mac })
    const problem = 'have more than 25 MiB together'
    expectRefused(await ask([one, other]), 400, 'input.invalid', { field: 'files', problem })
  })
})

test('a request that is refused gives its files back', async () => {
  const id = await uploaded('back')
  expectRefused(await ask([id], { approverId: team.anna.participantId }), 409, 'approver.unavailable')
  expect((await ask([id])).status).toBe(201)
})

test('a file whose request a crash prevented is free again; that of a request stays for good', async () => {
  const [lost, kept] = [await uploaded('lost'), await uploaded('kept')]
  await ask([kept])
  const { db, clock } = api.product.platform
  await db('files').where({ id: lost }).update({ request_id: randomUUID(), claimed_at: clock.now() })
  api.product.clock.advance(11 * 60_000)
  await sweepFiles(api.product.platform)
  expect([await row(lost), await row(kept)]).toMatchObject([
    { request_id: null },
    { request_id: expect.any(String), claimed_at: null },
  ])
  api.product.clock.advance(86_400_000)
  await sweepFiles(api.product.platform)
  expect(await row(lost)).toBeUndefined()
  team = { ...team, ben: await api.newSession(team.ben) }
  expect((await content(kept, team.ben)).status).toBe(200)
})

test('the log tells the names and hashes of files in their order', async () => {
  const own = await api.team()
  const path = `/files/upload/${own.id}?name=`
  const files = [
    (await api.post(`${path}Lauf.xml`, own.anna, xml('1'))).body.id,
    (await api.post(`${path}Note.xml`, own.anna, xml('2'))).body.id,
  ]
  await api.ask(own.anna, own.id, { approverId: own.ben.participantId, files })
  const told = async () => {
    const { body } = await api.get(`/workspaces/history/${own.id}?action=request.files-attached`, own.admin)
    return body.entries.flatMap((entry: any) => entry.changes)
  }
  const hashes = { field: 'files', before: null, after: `${sha256(xml('1'))}, ${sha256(xml('2'))}` }
  expect(await told()).toEqual([{ field: 'fileNames', before: null, after: 'Lauf.xml, Note.xml' }, hashes])
})

test('an erased requester leaves the hash of a file, and neither its name nor its bytes', async () => {
  const own = await api.team()
  const path = `/files/upload/${own.id}?name=secret.xml`
  const { id: file } = (await api.post(path, own.anna, xml('secret'))).body
  const body = { approverId: own.ben.participantId, files: [file] }
  const { id } = (await api.ask(own.anna, own.id, body)).body
  await api.product.platform.keys.erase({ subject: `person:${own.anna.userId}` }, { alone: true })
  expectRefused(await content(file, own.ben), 404, 'file.not-found')
  const [, attached] = await api.facts(id)
  expect(attached).toMatchObject({
    type: 'FilesAttached',
    data: { names: null, files: [{ sha256: sha256(xml('secret')) }] },
  })
})
