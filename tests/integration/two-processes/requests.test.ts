import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestsOf, type Phone, type RequestApi, type Team } from '#support/product/requests.ts'
import { meetAt, openTwoApis, type TwoApis } from '#support/product/two-apis.ts'

/** Races in which two api processes meet at one row. */

let apis: TwoApis
let api: RequestApi
let team: Team
let annas: Phone
let bens: Phone
beforeAll(async () => {
  apis = await openTwoApis()
  api = requestsOf(apis.product)
  team = await api.team()
  annas = await api.enrol(team.anna)
  bens = await api.enrol(team.ben)
})
afterAll(() => apis?.close())

const approve = (process: 0 | 1, id: string, body: object) =>
  apis.call(process, 'POST', `/requests/approve/${id}`, {
    token: team.ben.token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })

test('wrong numbers that reach two processes at once are two tries: the right one comes too late', async () => {
  const { body } = await api.newVerification(team.anna, annas, team.id, {
    approverId: team.ben.participantId,
  })
  const { id, number } = body as { id: string; number: string }
  const wrong = ['10', '11', '12'].filter((one) => one !== number)
  const guess = async (process: 0 | 1, guessed: string | undefined) => {
    const proof = await bens.prove(id)
    return () => approve(process, id, { ...proof, number: guessed })
  }
  const last = await guess(0, number)
  await meetAt(apis.product, { table: 'call_checks', where: { request_id: id } }, [
    await guess(0, wrong[0]),
    await guess(1, wrong[1]),
  ])
  const { tried } = await apis.product.platform.db('call_checks').where({ request_id: id }).first('tried')
  expect(new Set(Object.values(tried))).toEqual(new Set(wrong.slice(0, 2)))
  expect((await last()).status).toBe(409)
  expect(await api.types(id)).toEqual(['RequestCreated', 'NumberRefused', 'NumberRefused', 'RequestClosed'])
})

test('a challenge that reaches two processes at once is good for one command', async () => {
  const id = await api.newRequest(team)
  const proof = await bens.prove(id)
  const { challenge } = proof.proof
  const answers = await meetAt(apis.product, { table: 'challenges', where: { challenge } }, [
    () => approve(0, id, proof),
    () => approve(1, id, proof),
  ])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('challenge.spent')
})
