import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { requestOffer } from '#contract/workspaces/offers.ts'
import { pairClaim } from '#contract/accounts/pairing.ts'
import { addActivity, addEternalActivity, endActivity } from '#contract/workspaces/periods.ts'
import { prepareRequest } from '#contract/requests/requests.ts'
import { textHash } from '#contract/requests/signing.ts'
import { sendContact } from '#contract/accounts/visitors.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'
import { unknown } from '#support/endpoints/access-cast.ts'
import { madeCall } from '#support/endpoints/good-calls.ts'
import type { Answered, Person } from '#support/product/product.ts'
import { createRandom } from '#support/event-store/random.ts'
import { expectRefused, openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { textFields, type TextField } from '#support/endpoints/typed-fields.ts'

let api: RequestApi
let team: Team
let operator: Person
/** What renaming finds. */
let device: string

beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
  device = (await api.enrol(team.admin)).deviceId
  operator = await api.product.person({ role: 'super admin' })
})
afterAll(() => api?.product.close())

type Send = (text: string, headers?: Record<string, string>) => Promise<Answered>

/** Sends a good call with this text in the field; the answer has it under the same name. */
const sending =
  ({ endpoint, field }: TextField): Send =>
  async (text, headers = {}) => {
    const { product } = api
    if (endpoint === pairClaim) return claimAs(text)
    const { token } = endpoint.access === 'super admin' ? operator : team.admin
    const ids = { ...unknown(), workspace: team.id, approver: team.ben.participantId, device }
    const { url, body } = await madeCall(endpoint, { product, token, ids })
    const sent = { ...body, [field]: text }
    const answer = await product.call(endpoint.method, url, { token, body: sent, headers })
    if (endpoint === prepareRequest && answer.status < 300)
      return { ...answer, body: await hashed(answer, sent) }
    const type = answer.status < 300 && BECOMES.get(endpoint)
    return type ? { ...answer, body: await newest(type) } : answer
  }

/** What a phone says that it is, as the screen shows it on which the code stood. */
const claimAs = async (name: string): Promise<Answered> => {
  const { id, code } = (await api.post('/auth/pair', team.admin)).body
  const answer = await api.product.call('POST', '/auth/pair-claim', { body: { code, name } })
  return answer.status < 300 ? api.get(`/auth/pair-state/${id}`, team.admin) : answer
}

/** Of texts that an answer shows by their hash alone: what they were made into, if it is of that. */
const hashed = async ({ body }: Answered, sent: Record<string, string>): Promise<object> => {
  const [title, details] = ['title', 'details'].map((name) => typedText(sent[name] ?? ''))
  const said = { title: title!, details: details || null }
  const hash = await textHash({ ...said, salt: body.textSalt })
  return hash === body.content.textHash ? said : { title: 'another text', details: 'another text' }
}

/** What its answer does not say, and the fact that it becomes. */
const BECOMES = new Map<Endpoint, string>([
  [sendContact, 'ContactSent'],
  [requestOffer, 'OfferRequested'],
  [addActivity, 'ActivityPeriodAdded'],
  [addEternalActivity, 'ActivityPeriodAdded'],
  [endActivity, 'ActivityPeriodChanged'],
])
/** Good calls of these need what was written for them. */
const PREPARED: readonly string[] = ['users.register-device', 'workspaces.end-activity']
const newest = async (type: string): Promise<object> => {
  const events = api.product.platform.db('event_store.events').where({ type })
  const { stream } = await events.orderBy('position', 'desc').first('stream')
  return (await api.product.facts(stream)).findLast((fact) => fact.type === type)!.data
}

const typed = textFields.filter(({ schema }) => schema['x-typed'])
/** Each text that people type, and how to send it; so many requests may be open, so they are withdrawn. */
const each = async (check: (field: TextField, send: Send) => Promise<void>) => {
  expect(typed.length).toBeGreaterThan(0)
  for (const field of typed)
    await check(field, async (text) => {
      const answer = await sending(field)(text)
      if (answer.status === 201 && field.endpoint.operation === 'requests.create')
        await api.post(`/requests/withdraw/${answer.body.id}`, team.admin)
      return answer
    })
}
const shown = ({ field }: TextField, { body }: Answered): unknown => body[field] ?? ''

test('every other text of a body takes nothing that cannot be seen: use Line or Text, or a format or pattern', () => {
  const takes = ({ format, pattern }: TextField['schema']) =>
    format === undefined && (pattern === undefined || new RegExp(pattern, 'u').test('Konto \u200f111'))
  const open = textFields.filter(({ schema }) => !schema['x-typed'] && takes(schema))
  // secrets, and what is to be replaced, are compared as they are, and never shown
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'auth.access-code code',
    'auth.change-password confirm',
    'auth.change-password password',
    'auth.login password',
    'auth.login-super password',
    'auth.mobile-change-password confirm',
    'auth.mobile-change-password password',
    'auth.signup password',
    'auth.verify-email password',
    'workspaces.update-settings expected.billingUser',
    'workspaces.update-settings expected.description',
    'workspaces.update-settings expected.name',
    'workspaces.update-settings expected.timezone',
  ])
})

test('removes invisible characters and normalises the rest', async () => {
  await each(async (field, send) => {
    const answer = await send(
      ' \u200bPay\ufeff\u00a01\u00ad2 Mu\u0308ller 👨\u200d👩\u200d👧\u{e0041} می\u200cخواهم ',
    )
    expect(shown(field, answer)).toBe('Pay 12 Müller 👨‍👩‍👧 می\u200cخواهم')
  })
})

test('rejects characters that reorder numbers, and names the field', async () => {
  await each(async (field, send) => {
    const before = await api.product.head()
    for (const mark of ['\u200f', '\u061c', '\u202b', '\u202e', '\u2067']) {
      const fault = { field: field.field, problem: expect.stringContaining('order') }
      expectRefused(await send(`Konto ${mark}111 222 333`), 400, 'input.invalid', fault)
    }
    for (const strange of ['Pay \ue000', 'Pay \ud800', 'Pay \u0378', 'Pay \u0007'])
      expectRefused(await send(strange), 400, 'input.invalid', { field: field.field })
    if (!PREPARED.includes(field.endpoint.operation)) expect(await api.product.head()).toBe(before)
  })
})

test('rejects an invisible line or required text; another text becomes empty', async () => {
  await each(async (field, send) => {
    for (const blank of [
      '\u3164\u3164\u3164',
      '\u2800\u2800\u2800',
      '\u115f\u1160\uffa0',
      '\u200b\u2060\u{e0041}',
    ]) {
      const answer = await send(blank)
      if (field.schema['x-typed'] === 'one' || field.schema.minLength)
        expectRefused(answer, 400, 'input.invalid', { field: field.field })
      else expect(shown(field, answer)).toBe('')
    }
  })
})

test('counts the characters that are stored', async () => {
  await each(async (field, send) => {
    const { minLength = 0, maxLength = 0 } = field.schema
    const long = 'x'.repeat(maxLength)
    expect(shown(field, await send(`\u200b${long}\u200b`))).toBe(long)
    expectRefused(await send(`${long}x`), 400, 'input.invalid', { field: field.field })
    expectRefused(await send('\u200b'.repeat(3 * maxLength + 1)), 400, 'input.invalid', {
      field: field.field,
    })
    if (minLength > 1)
      expectRefused(await send(`${'x'.repeat(minLength - 1)}\u200b`), 400, 'input.invalid', {
        field: field.field,
      })
  })
})

test('an Idempotency-Key ignores invisible characters', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = sending(typed.find(({ name }) => name === 'workspaces.create name')!)
  const [first, again, other] = [
    await send('Pra\u200bxis', headers),
    await send('Praxis', headers),
    await send('Praxis 2', headers),
  ]
  expect(again).toMatchObject({ status: 201, body: first.body })
  expectRefused(other, 409, 'idempotency.other-body')
})

const SEED = Number(process.env['FAULT_SEED'] ?? 20_260_301)
const ROUNDS = 20
/** What makes texts difficult, beside any character at all. */
const PARTS = [
  ...'a|Ä|1|٣| |\n|ש|ب|क|्|漢|が|👨|👍🏽|🇩🇪|🏴|1️⃣|\u0301'.split('|'),
  ...'\u200b|\u200c|\u200d|\u200e|\u200f|\u202e|\u2067|\u2028|\ufe0f|\u{e0067}'.split('|'),
  ...'\u3164|\u2800|\ud800|\udc00|\ue000|\uffff|\u0000|\u0085|\u{10ffff}|\u{1d159}'.split('|'),
  ...'\'|"|\\|%|{|<|&'.split('|'),
]

test(`${ROUNDS} rounds of texts at random never end in a 500, and show what they should (FAULT_SEED=${SEED})`, async () => {
  const random = createRandom(SEED)
  const anything = () => {
    const length = Math.floor(random.next() * 30) + 3
    const character = () =>
      random.next() < 0.8 ? random.pick(PARTS) : String.fromCodePoint(Math.floor(random.next() * 0x110000))
    return Array.from({ length }, character).join('')
  }
  for (let round = 0; round < ROUNDS; round += 1)
    await each(async (field, send) => {
      const { 'x-typed': lines = 'one', minLength = 0, maxLength = 0 } = field.schema
      const text = anything()
      const good = typedText(text)
      const taken =
        !typingFault(text, lines) && [...good].length >= minLength && [...good].length <= maxLength
      const answer = await send(text)
      expect({ text, taken: answer.status < 300 }).toEqual({ text, taken })
      if (taken) expect(shown(field, answer)).toBe(good)
      else expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
    })
})

test('signs the normalised text', async () => {
  const id = await api.newRequest(team, { title: 'Pay\u200b u\u0308ber 12', details: '\u202a12\u202c' })
  const phone = await api.enrol(team.ben)
  const approved = await api.post(`/requests/approve/${id}`, team.ben, await phone.prove(id))
  expect(approved.body).toMatchObject({ status: 'approved', title: 'Pay über 12', details: '12' })
})
