import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Beleg, BelegContent } from '#contract/beleg/beleg.ts'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { ops } from '#support/processes/ops.ts'
import type { Person } from '#support/product/product.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'

/** Who gets a Beleg, what of it stays after an erasure, and how it is verified from the command line. */

let api: RequestApi
let team: Team
let phone: Phone
/** An approval that Ben has signed. */
let payment: string

const approved = async (of: Team, signer: Phone): Promise<string> => {
  const id = await api.newRequest(of)
  expect((await api.post(`/requests/approve/${id}`, of.ben, await signer.prove(id))).status).toBe(200)
  return id
}

beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  team = await api.team()
  phone = await api.enrol(team.ben)
  payment = await approved(team, phone)
})
afterAll(() => api?.product.close())

const belegOf = async (id: string, { token }: Person = team.anna): Promise<string> => {
  await api.product.projector.caughtUp()
  const headers = { authorization: `Bearer ${token}` }
  return (await api.product.app.inject({ url: `/requests/beleg/${id}?format=json`, headers })).body
}
const parsed = (text: string): Beleg => JSON.parse(text) as Beleg
const key = () => checkpointKeys(api.product.platform.config)[0]
const proved = async (text: string): Promise<BelegContent> => {
  expect(await verifyBeleg(text, { keys: [key().publicKey] })).toMatchObject({ result: 'proved' })
  return parsed(text).content
}

test('the command line says what is proved, what is not, and refuses another key', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'beleg.json')
  writeFileSync(file, await belegOf(payment))
  const verify = (...more: readonly string[]) => ops(['history', 'verify', file, ...more], folder)
  const given = await verify('--key', key().id)
  expect(given.code).toBe(0)
  expect(given.output).toContain(`The Beleg of the request ${payment}`)
  expect(given.output).toContain('Not proved: names, later, no-witness, no-time-stamp')
  const headers = { authorization: `Bearer ${team.anna.token}` }
  const printed = await api.product.app.inject({ url: `/requests/beleg/${payment}`, headers })
  expect(printed.headers['content-type']).toBe('application/pdf')
  writeFileSync(join(folder, 'beleg.pdf'), printed.rawPayload)
  const pdf = await ops(['history', 'verify', join(folder, 'beleg.pdf'), '--key', key().id], folder)
  expect(pdf).toMatchObject({
    code: 0,
    output: expect.stringContaining(`The Beleg of the request ${payment}`),
  })
  expect(await verify()).toMatchObject({ code: 3, output: expect.stringContaining('NOT PROVED') })
  const other = await verify('--key', 'A'.repeat(43))
  expect(other).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN: other-key.') })
})

test('only who may see the request gets it; strangers learn nothing', async () => {
  const stranger = await api.team()
  const path = `/requests/beleg/${payment}?format=json`
  for (const who of [team.anna, team.ben, team.admin]) expect((await api.get(path, who)).status).toBe(200)
  for (const who of [stranger.admin, stranger.anna])
    expectRefused(await api.get(path, who), 404, 'request.not-found')
})

test('who is erased stands as erased in a Beleg of later, and every proof holds; one of before stays valid', async () => {
  const own = await api.team()
  const id = await approved(own, await api.enrol(own.ben))
  const before = await belegOf(id, own.anna)
  await erasePerson(api.product.platform, own.ben.userId)
  const after = await proved(await belegOf(id, own.anna))
  await proved(before)
  const ben = (people: BelegContent['people']) =>
    people.find(({ participantId }) => participantId === own.ben.participantId)
  expect(ben(parsed(before).content.people)).toMatchObject({ email: own.ben.email })
  expect(ben(after.people)).toMatchObject({ email: null, name: null })
  expect(JSON.stringify(after)).not.toContain(own.ben.email)
})
