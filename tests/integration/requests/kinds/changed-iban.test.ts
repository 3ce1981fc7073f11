import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRequests, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
let team: Team
let phone: Phone
let kinds: Record<string, string>
beforeAll(async () => {
  api = await openRequests()
})
beforeEach(async () => {
  team = await api.team()
  phone = await api.enrol(team.ben)
  const { body } = await api.get(`/kinds/list/${team.id}`, team.anna)
  kinds = Object.fromEntries(body.map((kind: any) => [kind.builtIn, kind.id]))
})
afterAll(() => api?.product.close())

const OLD = 'DE89370400440532013000'
const NEW = 'GB29NWBK60161331926819'
const pay = async (iban: string, payee = 'Müller GmbH'): Promise<string> => {
  const fields = { amount: { value: '1.00', currency: 'EUR' }, payee, iban }
  const body = { approverId: team.ben.participantId, kindId: kinds['payment'], fields }
  return (await api.ask(team.anna, team.id, body)).body.id
}
const approve = async (id: string) => {
  const { body } = await api.post(`/requests/approve/${id}`, team.ben, await phone.prove(id))
  expect(body.status).toBe('approved')
  api.product.clock.advance(1_000)
  return body.decidedAt as string
}
const changed = async (id: string, who = team.ben) =>
  (await api.get(`/requests/details/${id}`, who)).body.changedIban

test('an IBAN that differs from the one last approved for the payee is marked, with the old one and when', async () => {
  const first = await pay(OLD)
  const approvedAt = await approve(first)
  const second = await pay(NEW)
  const mark = { field: 'iban', before: OLD, approvedAt, requestId: first }
  for (const who of [team.ben, team.anna]) expect(await changed(second, who)).toEqual(mark)
  for (const path of ['/requests/inbox', `/requests/list/${team.id}`]) {
    const { body } = await api.get(path, team.ben)
    expect(body.find(({ id }: any) => id === second).changedIban).toEqual(mark)
  }
})

test('nothing is marked for the same IBAN, another payee, or a payee without an approval', async () => {
  await pay(OLD)
  expect(await changed(await pay(NEW))).toBeUndefined()
  await approve(await pay(OLD))
  expect(await changed(await pay('de89 3704 0044 0532 0130 00'))).toBeUndefined()
  expect(await changed(await pay(NEW, 'Meier GmbH'))).toBeUndefined()
})

test('a payee in other letters, spaces and punctuation is the same payee', async () => {
  await approve(await pay(OLD))
  for (const payee of ['MÜLLER GMBH', 'Müller  GmbH.', 'müller-gmbh'])
    expect(await changed(await pay(NEW, payee))).toMatchObject({ before: OLD })
})

test('the last approval counts, also of changed bank details; what is declined does not', async () => {
  await approve(await pay(OLD))
  await api.decline(await pay(NEW), team.ben)
  expect(await changed(await pay(NEW))).toMatchObject({ before: OLD })
  const fields = { payee: 'Müller GmbH', 'old-iban': OLD, iban: NEW, received: 'Letter' }
  const body = { approverId: team.ben.participantId, kindId: kinds['bank-details'], fields }
  const details = (await api.ask(team.anna, team.id, body)).body.id
  expect(await changed(details)).toMatchObject({ field: 'iban', before: OLD })
  await approve(details)
  expect(await changed(await pay(NEW))).toBeUndefined()
  expect(await changed(await pay(OLD))).toMatchObject({ before: NEW, requestId: details })
})

test('a decided request shows what was so when it was decided', async () => {
  await approve(await pay(OLD))
  const second = await pay(NEW)
  await approve(second)
  await approve(await pay('NO9386011117947'))
  expect(await changed(second)).toMatchObject({ before: OLD })
})

test('payees of another workspace are others', async () => {
  await approve(await pay(OLD))
  const other = await api.team()
  const { body } = await api.get(`/kinds/list/${other.id}`, other.anna)
  const kindId = body.find((kind: any) => kind.builtIn === 'payment').id
  const fields = { amount: { value: '1.00', currency: 'EUR' }, payee: 'Müller GmbH', iban: NEW }
  const made = await api.ask(other.anna, other.id, { kindId, fields })
  expect((await api.get(`/requests/details/${made.body.id}`, other.ben)).body.changedIban).toBeUndefined()
})
