import { afterAll, beforeAll, expect, test } from 'vitest'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { IBANS, manyLines, runText } from '#support/payment-runs.ts'
import type { Person } from '#support/product/product.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
let team: Team
let kindId: string
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
  const { body } = await api.get(`/kinds/list/${team.id}`, team.anna)
  kindId = body.find((kind: any) => kind.builtIn === 'payment-run').id
})
afterAll(() => api?.product.close())

const uploaded = async (text: string, who: Person = team.anna): Promise<string> =>
  (await api.post(`/files/upload/${team.id}?name=run.xml`, who, text)).body.id
const ask = (files: readonly string[], fields: object) =>
  api.ask(team.anna, team.id, { approverId: team.ben.participantId, kindId, files, fields })

test('the server reads the fields of a payment run from its file, and they are signed', async () => {
  const phone = await api.enrol(team.ben)
  const blocks = [
    { lines: manyLines(3), day: '2026-12-31' },
    { iban: IBANS[2], lines: [{ amount: '100.00' }] },
  ]
  const run = await uploaded(runText({ blocks }))
  const made = await ask([run], { run })
  expect(made).toMatchObject({ status: 201 })
  expect(made.body.fields.map(({ name, value }: any) => [name, value])).toEqual([
    ['run', run],
    ['payments', '4'],
    ['sum', { value: '133.03', currency: 'EUR' }],
    ['account', `${IBANS[0]}, ${IBANS[2]}`],
    ['day', '2026-12-01, 2026-12-31'],
  ])
  const proof = await phone.prove(made.body.id)
  expect(await api.post(`/requests/approve/${made.body.id}`, team.ben, proof)).toMatchObject({ status: 200 })
  const found = await Array.fromAsync(signaturesOf(api.product.platform, made.body.id, ['http://localhost']))
  expect(found.map(({ type, fault }) => [type, fault])).toEqual([['RequestApproved', null]])
})

test('what the file says is not taken from anybody', async () => {
  const run = await uploaded(runText())
  for (const given of [{ sum: { value: '1.00', currency: 'EUR' } }, { payments: '1' }, { day: '2026-12-01' }])
    expectRefused(await ask([run], { run, ...given }), 400, 'input.invalid', {
      field: `fields.${Object.keys(given)[0]}`,
      problem: 'is read from the file',
    })
})

test('a file that is no run is named by its place, with the element', async () => {
  const [fine, wrong] = [await uploaded(runText()), await uploaded(runText({ count: '7' }))]
  const refused = await ask([fine, wrong], { run: wrong })
  expect(refused).toMatchObject({ status: 400, body: { code: 'file.no-run' } })
  expect(refused.body.details).toEqual([
    {
      field: 'files.1',
      fault: 'count',
      element: 'GrpHdr/NbOfTxs',
      problem: 'GrpHdr/NbOfTxs: does not say how many payments there are',
      found: '7',
      expected: '1',
    },
  ])
})

test('the file must be one of the request, and of the person who asks', async () => {
  const [own, foreign] = [await uploaded(runText()), await uploaded(runText(), team.admin)]
  expectRefused(await ask([], { run: own }), 400, 'input.invalid', {
    field: 'fields.run',
    problem: 'is none of the files of this request',
  })
  expectRefused(await ask([own], {}), 400, 'input.invalid', { field: 'fields.run', problem: 'is missing' })
  expectRefused(await ask([foreign], { run: foreign }), 404, 'file.not-found')
})
