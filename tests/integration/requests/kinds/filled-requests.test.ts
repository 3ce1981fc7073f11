import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filledHash, signedField } from '#contract/requests/fields/signed-fields.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'

let api: RequestApi
let team: Team
let kinds: Record<string, string>
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
  kinds = await kindsOf(team)
})
afterAll(() => api?.product.close())

const kindsOf = async ({ id, anna }: Team): Promise<Record<string, string>> => {
  const { body } = await api.get(`/kinds/list/${id}`, anna)
  return Object.fromEntries(body.map((kind: any) => [kind.builtIn, kind.id]))
}
const uploaded = async (of = team): Promise<string> => {
  const xml = '<?xml version="1.0"?><Invoice>1</Invoice>'
  return (await api.post(`/files/upload/${of.id}?name=invoice.xml`, of.anna, xml)).body.id
}
const payment = {
  amount: { value: '10000.00', currency: 'EUR' },
  payee: 'Müller GmbH',
  iban: 'de89 3704 0044 0532 0130 00',
}
const ask = (fields: object = payment, body: object = {}) =>
  api.ask(team.anna, team.id, {
    approverId: team.ben.participantId,
    kindId: kinds['payment'],
    fields,
    ...body,
  })
const faults = async (fields: object, body: object = {}) => {
  const answer = await ask(fields, body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  return answer.body.details.map(({ field, problem }: any) => `${field} ${problem}`)
}
const valid = async (id: string) =>
  (await Array.fromAsync(signaturesOf(api.product.platform, id, ['http://localhost']))).map(
    ({ type, fault }) => [type, fault],
  )

test('a payment shows its kind and its fields, and the approver signs exactly these', async () => {
  const phone = await api.enrol(team.ben)
  const invoice = await uploaded()
  const made = await ask({ ...payment, due: '2026-12-01', invoice }, { files: [invoice] })
  const shown = {
    kind: { id: kinds['payment'], version: 1, name: { de: 'Zahlung', en: 'Payment' } },
    fields: [
      { name: 'amount', type: 'amount', value: payment.amount, label: { de: 'Betrag', en: 'Amount' } },
      { name: 'payee', type: 'line', value: 'Müller GmbH', listed: true },
      { name: 'iban', type: 'iban', value: 'DE89370400440532013000', listed: false },
      { name: 'due', type: 'date', value: '2026-12-01' },
      { name: 'invoice', type: 'file', value: invoice },
    ],
  }
  expect(made).toMatchObject({ status: 201, body: shown })
  const { id } = made.body
  for (const path of [`/requests/details/${id}`, '/requests/inbox', `/requests/list/${team.id}`]) {
    const { body } = await api.get(path, team.ben)
    expect([body].flat().find((one) => one.id === id)).toMatchObject(shown)
  }

  const { body } = await api.post(`/requests/challenge/${id}`, team.ben, {})
  const { title, details, fields, files, kind } = made.body
  expect(body.content).toMatchObject({
    v: 4,
    files: [{ sha256: files[0].sha256 }],
    requestKind: { id: kinds['payment'], version: 1 },
    rule: null,
    onBehalfOf: null,
    textHash: await filledHash({
      title,
      details,
      kind: { name: kind.name },
      fields: fields.map((field: any) => signedField(field, files)),
      salt: body.textSalt,
    }),
  })
  expect(body.canonical).not.toMatch(/Müller|10000|DE89|Zahlung/)
  const approved = await api.post(`/requests/approve/${id}`, team.ben, await phone.proofFor(body.challenge))
  expect(approved).toMatchObject({ status: 200, body: { status: 'approved', ...shown } })
  expect(await valid(id)).toEqual([['RequestApproved', null]])
})

test('a requester may sign a payment, and every part of it is in what they sign', async () => {
  const own = await api.team()
  const phone = await api.enrol(own.anna)
  const of = await kindsOf(own)
  const fields = { ...payment, reference: 'Invoice 7' }
  const body = { type: 'approval', title: 'Pay', anyApprover: true, kindId: of['payment'], fields }
  const post = (path: string, sent: object) => api.post(`/requests/${path}/${own.id}`, own.anna, sent)
  const { body: prepared } = await post('prepare', body)
  expect(prepared.content).toMatchObject({ v: 4, kind: 'creation', files: [] })
  const proof = await phone.proofFor(prepared.challenge)
  for (const other of [
    { ...body, fields: { ...fields, amount: { value: '10000.01', currency: 'EUR' } } },
    { ...body, fields: { ...fields, amount: { value: '10000.00', currency: 'USD' } } },
    { ...body, fields: { ...fields, iban: 'GB29NWBK60161331926819' } },
    { ...body, fields: payment },
    { ...body, kindId: of['text'], fields: {} },
    { ...body, kindId: undefined, fields: undefined },
  ])
    expectRefused(await post('create', { ...other, ...proof }), 409, 'challenge.spent')
  const made = await post('create', { ...body, ...proof })
  expect(made).toMatchObject({ status: 201, body: { fields: [{}, {}, {}, { value: 'Invoice 7' }] } })
  expect(await valid(made.body.id)).toEqual([['RequestCreated', null]])
})

test('a list of approvals is signed with the fields of each', async () => {
  const own = (team = await api.team())
  kinds = await kindsOf(own)
  const phone = await api.enrol(own.ben)
  const ids = [(await ask()).body.id, await api.newRequest(own)]
  const { body } = await api.post('/requests/challenge-many', own.ben, { requestIds: ids })
  expect(body.requests.map((one: any) => one.content.v)).toEqual([4, 1])
  const { body: done } = await api.post(
    '/requests/approve-many',
    own.ben,
    await phone.proofFor(body.challenge),
  )
  expect(done.results.map((one: any) => one.outcome)).toEqual(['approved', 'approved'])
  for (const id of ids) expect(await valid(id)).toEqual([['RequestApproved', null]])
})

test('a choice is kept with its words, a person is shown as they are now', async () => {
  const fields = [
    { name: 'who', label: { de: 'Wer', en: 'Who' }, type: 'person', required: true, listed: true },
    {
      name: 'how',
      label: { de: 'Wie', en: 'How' },
      type: 'choice',
      required: true,
      listed: true,
      options: [{ de: 'Brief', en: 'Letter' }],
    },
  ]
  const kind = { name: { de: 'Reise', en: 'Trip' }, fields, rules: [] }
  const kindId = (await api.post(`/kinds/write/${team.id}`, team.admin, kind)).body.id
  const { participantId, email } = team.ben
  const made = await ask({ who: participantId, how: 'Letter' }, { kindId })
  expect(made.body.fields).toMatchObject([
    { name: 'who', value: participantId, person: { participantId, email } },
    { name: 'how', value: 'Letter', option: { de: 'Brief', en: 'Letter' } },
  ])
  const renamed = { participantId, name: 'Ben Braun' }
  await api.product.call('PATCH', '/participants/change-name', { token: team.admin.token, body: renamed })
  const { body } = await api.get(`/requests/details/${made.body.id}`, team.anna)
  expect(body.fields[0].person).toMatchObject({ name: 'Ben Braun' })
})

test('a request keeps the kind as it was when it was made', async () => {
  const field = { name: 'it', label: { de: 'Alt', en: 'Old' }, type: 'line', required: true, listed: true }
  const kind = { name: { de: 'Art', en: 'Sort' }, fields: [field], rules: [] }
  const write = (body: object) => api.post(`/kinds/write/${team.id}`, team.admin, body)
  const { id: kindId } = (await write(kind)).body
  const { id } = (await ask({ it: 'x' }, { kindId })).body
  await write({ id: kindId, name: { de: 'Neu', en: 'New' }, fields: [], rules: [] })
  const shown = { kind: { version: 1, name: kind.name }, fields: [{ label: field.label, value: 'x' }] }
  expect((await api.get(`/requests/details/${id}`, team.ben)).body).toMatchObject(shown)
  expect((await ask({}, { kindId })).body).toMatchObject({ kind: { version: 2 }, fields: [] })
  expect((await api.post(`/requests/challenge/${id}`, team.ben, {})).body.content).toMatchObject({
    requestKind: { id: kindId, version: 1 },
  })
})

test('the log says the kind and what lists show', async () => {
  await ask()
  const { body } = await api.get(`/workspaces/history/${team.id}?action=request.fields-filled`, team.admin)
  expect(body.entries[0].changes).toEqual([
    { field: 'kind', before: null, after: 'Zahlung / Payment' },
    {
      field: 'filled',
      before: null,
      after: 'Betrag / Amount: 10000.00 EUR; Zahlungsempfänger / Payee: Müller GmbH',
    },
  ])
})

test('what is typed into a field is normalised as other texts are, and refused where it turns the order', async () => {
  const made = await ask({ ...payment, payee: ' \u200bMu\u0308ller\u00a0GmbH\u00ad ' })
  expect(made.body.fields[1].value).toBe('Müller GmbH')
  for (const payee of ['Konto \u202e111 222', 'Pay \ue000', 'Pay \ud800'])
    expectRefused(await ask({ ...payment, payee }), 400, 'input.invalid')
  expect(await faults({ ...payment, payee: 'a\nb' })).toEqual(['fields.payee holds a control character'])
  expect(await faults({ ...payment, payee: '\u3164' })).toEqual(['fields.payee is missing'])
})

describe('refused, by the name of the field:', () => {
  test('what is missing, unknown or wrong, all at once', async () => {
    expect(await faults({ other: '1', amount: { value: '1.001', currency: 'EUR' }, iban: 'DE00' })).toEqual([
      'fields.other is no field of this kind',
      'fields.amount in EUR has at most 2 decimals',
      'fields.payee is missing',
      'fields.iban of DE has 22 characters, this one has 4',
    ])
  })
  test('amounts in other forms', async () => {
    for (const amount of ['10', { value: 10, currency: 'EUR' }, { value: '1' }, ['1'], null, {}]) {
      const answer = await ask({ ...payment, amount })
      expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
      expect(answer.body.details[0].field).toMatch(/^fields\.amount/)
    }
  })
  test('a person of another workspace and a file that is not among the files', async () => {
    const fields = [
      { name: 'who', label: { de: 'W', en: 'W' }, type: 'person', required: false, listed: false },
      { name: 'file', label: { de: 'F', en: 'F' }, type: 'file', required: false, listed: false },
    ]
    const kind = { name: { de: 'Dies', en: 'This' }, fields, rules: [] }
    const kindId = (await api.post(`/kinds/write/${team.id}`, team.admin, kind)).body.id
    const stranger = (await api.team()).ben.participantId
    const file = await uploaded()
    expect(await faults({ who: stranger, file }, { kindId })).toEqual([
      'fields.who is nobody of this workspace',
      'fields.file is none of the files of this request',
    ])
    expect((await ask({ file }, { kindId, files: [file] })).status).toBe(201)
  })
  test('an unknown kind, one of another workspace, fields without one, and a call check with one', async () => {
    const foreign = (await kindsOf(await api.team()))['payment']
    for (const kindId of [randomUUID(), foreign])
      expectRefused(await ask(payment, { kindId }), 404, 'kind.not-found')
    expectRefused(await ask(payment, { kindId: undefined }), 400, 'input.invalid', {
      field: 'fields',
      problem: 'are those of a kind, which is missing',
    })
    const check = { type: 'verification', title: 'Call', approverId: team.ben.participantId }
    const body = { ...check, kindId: kinds['text'] }
    const prepared = await api.post(`/requests/prepare/${team.id}`, team.anna, body)
    expectRefused(prepared, 400, 'input.invalid', { field: 'kindId', problem: 'is for an approval alone' })
  })
  test('more fields than a kind can have, and names that are none', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, 'x']))
    expectRefused(await ask(many), 400, 'input.invalid')
    expect(await faults({ ...payment, 'A b': '1' })).toEqual(['fields.A b is no field of this kind'])
  })
})

test('a wrong field leaves its files free', async () => {
  const file = await uploaded()
  await faults({ ...payment, iban: 'DE00' }, { files: [file] })
  expect((await ask({ ...payment, invoice: file }, { files: [file] })).status).toBe(201)
})

test('a free text of a kind has no fields, and a request without a kind neither', async () => {
  const text = await ask({}, { kindId: kinds['text'] })
  expect(text).toMatchObject({ status: 201, body: { kind: { version: 1 }, fields: [] } })
  expect((await api.ask(team.anna, team.id)).body).not.toHaveProperty('kind')
})

test('an erased workspace leaves kind and version, and nothing of what was filled in', async () => {
  const own = (team = await api.team())
  kinds = await kindsOf(own)
  const { id } = (await ask()).body
  await api.product.platform.keys.erase({ subject: `workspace:${own.id}` }, { alone: true })
  const [, filled] = await api.facts(id)
  expect(filled).toMatchObject({
    type: 'FieldsFilled',
    data: { kindId: kinds['payment'], kindVersion: 1, filled: null },
  })
})
