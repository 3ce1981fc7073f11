import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
let team: Team
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
})
afterAll(() => api?.product.close())

const contract = {
  name: { de: 'Vertrag', en: 'Contract' },
  fields: [
    {
      name: 'partner',
      label: { de: 'Vertragspartner', en: 'Partner' },
      type: 'line',
      required: true,
      listed: true,
    },
    {
      name: 'term',
      label: { de: 'Laufzeit', en: 'Term' },
      type: 'choice',
      required: false,
      listed: false,
      options: [{ de: 'Ein Jahr', en: 'One year' }],
    },
  ],
  rules: [],
}
type Kind = typeof contract & { id: string; version: number; builtIn: string | null }
const list = async (who = team.anna): Promise<Kind[]> => (await api.get(`/kinds/list/${team.id}`, who)).body
const write = (body: object, given: { team?: Team; headers?: Record<string, string> } = {}) =>
  api.post(`/kinds/write/${(given.team ?? team).id}`, (given.team ?? team).admin, body, given.headers)

test('every workspace has the built-in kinds, each with ids of its own', async () => {
  const kinds = await list()
  expect(kinds.map(({ builtIn, version }) => [builtIn, version])).toEqual([
    ['text', 1],
    ['payment', 1],
    ['bank-details', 1],
    ['payment-run', 1],
    ['access', 1],
  ])
  const other = await api.team()
  const { body } = await api.get(`/kinds/list/${other.id}`, other.anna)
  expect(body.map(({ id }: Kind) => id)).not.toContain(kinds[0]!.id)
})

test('an admin makes a kind and changes it; everybody reads the last version, the log says what it was', async () => {
  const made = await write(contract)
  expect(made).toMatchObject({ status: 200, body: { ...contract, version: 1, builtIn: null } })
  const { id } = made.body
  expect((await list()).at(-1)).toEqual(made.body)
  const [partner] = contract.fields
  const next = { ...contract, id, fields: [{ ...partner, required: false }] }
  expect(await write(next)).toMatchObject({ status: 200, body: { ...next, version: 2 } })
  expect(await write(next)).toMatchObject({ status: 200, body: { ...next, version: 2 } })
  expect((await list()).filter((kind) => kind.id === id)).toEqual([{ ...next, version: 2, builtIn: null }])
  const { body } = await api.get(`/workspaces/history/${team.id}?action=kind.written`, team.admin)
  expect(body.entries.slice(0, 2)).toMatchObject([
    {
      action: 'kind.written',
      actor: { email: team.admin.email },
      target: { kind: 'kind', id, label: 'Vertrag / Contract' },
      changes: [
        { field: 'version', before: 1, after: 2 },
        { field: 'name' },
        {
          field: 'fields',
          before: 'Vertragspartner / Partner*, Laufzeit / Term',
          after: 'Vertragspartner / Partner',
        },
      ],
    },
    { target: { id }, changes: [{ field: 'version', before: null, after: 1 }, {}, {}] },
  ])
})

test('a repeated write is one kind and answers the same', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = { ...contract, name: { de: 'Einmal', en: 'Once' } }
  const first = await write(body, { headers })
  await write({ ...body, id: first.body.id, fields: [] })
  const again = await write(body, { headers })
  expect(again).toMatchObject({ status: 200, body: first.body })
  expect((await list()).filter(({ name }) => name.en === 'Once')).toHaveLength(1)
})

test('two admins who make a kind of the same name at once make one', async () => {
  const body = { ...contract, name: { de: 'Rennen', en: 'Race' } }
  const answers = await Promise.all([write(body), write(body), write(body)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('a built-in kind that stays as it is makes no version', async () => {
  const { id, version: _, builtIn: __, ...payment } = (await list())[1]!
  expect(await write({ id, ...payment })).toMatchObject({ status: 200, body: { id, version: 1 } })
  expectRefused(await write({ id, ...payment, fields: [] }), 400, 'input.invalid', {
    field: 'fields',
    problem: 'stays as it is in a built-in kind',
  })
})

test('refused: an unknown kind, one of another workspace, a name twice, a kind that is wrong, rules', async () => {
  const other = await api.team()
  const foreign = (await write(contract, { team: other })).body.id
  for (const id of [randomUUID(), foreign])
    expectRefused(await write({ ...contract, id, name: { de: 'A', en: 'B' } }), 404, 'kind.not-found')
  expectRefused(await write({ ...contract, name: { de: 'Zahlung', en: 'X' } }), 409, 'kind.exists')
  const fields = [{ ...contract.fields[1], options: undefined }]
  expectRefused(await write({ ...contract, name: { de: 'C', en: 'D' }, fields }), 400, 'input.invalid', {
    field: 'fields.0.options',
    problem: 'are missing',
  })
  const nobody = await api.post(`/groups/write/${team.id}`, team.admin, {
    name: 'Nobody',
    participantIds: [],
  })
  const who = { groups: [nobody.body.id] }
  const rules = [{ when: {}, who, count: 1, before: null, hours: 24 }]
  expectRefused(await write({ ...contract, name: { de: 'E', en: 'F' }, rules }), 400, 'input.invalid', {
    field: 'rules.0.count',
    problem: 'is above the people in the group',
  })
  const many = Array.from({ length: 1_000 }, () => contract.fields[0])
  expect((await write({ ...contract, fields: many })).status).toBeGreaterThanOrEqual(400)
})

test('a workspace has at most 30 kinds of its own', async () => {
  const own = await api.team()
  const named = (i: number) => ({ ...contract, name: { de: `Art ${i}`, en: `Kind ${i}` } })
  for (let i = 0; i < 30; i += 1) expect((await write(named(i), { team: own })).status).toBe(200)
  expectRefused(await write(named(30), { team: own }), 409, 'kind.limit')
})

test('an erased workspace leaves nothing of what its admins wrote', async () => {
  const own = await api.team()
  await write(contract, { team: own })
  await api.product.platform.keys.erase({ subject: `workspace:${own.id}` }, { alone: true })
  const facts = await api.product.facts(`kinds-${own.id}`)
  expect(facts).toMatchObject([{ type: 'KindWritten', data: { definition: null } }])
})
