import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { typedText, typingFault } from '#contract/typed-text.ts'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import { projections } from '#projections/index.ts'
import type { Effects } from '../../../services/worker/effects.ts'
import { buildWorker } from '../../../services/worker/worker.ts'
import { createRandom } from '#support/event-store/random.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { takeLogLines } from '#support/processes/silent-log.ts'
import { expectRefused, type RequestApi, type Team } from '#support/product/requests.ts'
import { rounds } from '#support/rounds.ts'
import { effectsSettled } from '#support/read-models/effects-settled.ts'
import { leaksIn, watchTables, type Watch } from '#support/read-models/leaks.ts'
import { textFields, type TextField } from '#support/endpoints/typed-fields.ts'
import { openTypedTexts, shown, typed, type TypedTexts } from '#support/endpoints/typed-texts.ts'

let texts: TypedTexts
let api: RequestApi
let team: Team
/** Every row of every table except those that people read. */
let watch: Watch
let worker: Effects

beforeAll(async () => {
  texts = await openTypedTexts({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  ;({ api, team } = texts)
  worker = buildWorker(api.product.platform)
  await worker.start()
  const readTables = projections.flatMap(({ tables }) => Object.keys(tables))
  // A pairing shows the phone's name for two minutes.
  watch = await watchTables(api.product.platform.db, [...readTables, 'mailbox_messages', 'pairings'])
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

/** Good calls of these need what was written for them. */
const PREPARED: readonly string[] = [
  'users.register-device',
  'participants.accept-invite',
  'workspaces.end-activity',
  'workspaces.change-ends',
  'workspaces.lift-protection',
  'workspaces.answer-offer',
  'requests.decline',
  'requests.decline-many',
  'drills.send',
]

test('there are fields in which people type', () => expect(typed.length).toBeGreaterThan(10))

test('every other text of a body takes nothing that cannot be seen: use Line or Text, or a format or pattern', () => {
  const takes = ({ format, pattern }: TextField['schema']) =>
    format === undefined && (pattern === undefined || new RegExp(pattern, 'u').test('Konto \u200f111'))
  const open = textFields.filter(({ schema }) => !schema['x-typed'] && takes(schema))
  // secrets, what is to be replaced, and the words of browsers are compared as they are, and never shown
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'auth.access-code code',
    'auth.change-password confirm',
    'auth.change-password password',
    'auth.login password',
    'auth.login-super password',
    'auth.mobile-change-password confirm',
    'auth.mobile-change-password password',
    'auth.signup password',
    'auth.step-up password',
    'auth.verify-email password',
    'policies.report csp-report.blocked-uri',
    'policies.report csp-report.violated-directive',
    'workspaces.update-settings expected.billingUser',
    'workspaces.update-settings expected.description',
    'workspaces.update-settings expected.name',
    'workspaces.update-settings expected.timezone',
  ])
})

test('removes invisible characters and normalises the rest', async () => {
  await texts.each(async (field, send) => {
    const answer = await send(
      ' \u200bPay\ufeff\u00a01\u00ad2 Mu\u0308ller 👨\u200d👩\u200d👧\u{e0041} می\u200cخواهم ',
    )
    expect(shown(field, answer)).toBe('Pay 12 Müller 👨‍👩‍👧 می\u200cخواهم')
  })
})

/** The newest fact, except what the worker records about mails at any time. */
const newest = async (): Promise<unknown> => {
  const facts = api.product.platform.db('event_store.events').whereNot({ type: 'MailOutcomesRecorded' })
  return facts.max('position')
}

test('rejects characters that reorder numbers, and names the field', async () => {
  await texts.each(async (field, send) => {
    const before = await newest()
    for (const mark of ['\u200f', '\u061c', '\u202b', '\u202e', '\u2067']) {
      const fault = { field: field.place, problem: expect.stringContaining('order') }
      expectRefused(await send(`Konto ${mark}111 222 333`), 400, 'input.invalid', fault)
    }
    for (const strange of ['Pay \ue000', 'Pay \ud800', 'Pay \u0378', 'Pay \u0007'])
      expectRefused(await send(strange), 400, 'input.invalid', { field: field.place })
    if (!PREPARED.includes(field.endpoint.operation)) expect(await newest()).toEqual(before)
  })
})

test('rejects an invisible line or required text; another text becomes empty', async () => {
  await texts.each(async (field, send) => {
    for (const blank of [
      '\u3164\u3164\u3164',
      '\u2800\u2800\u2800',
      '\u115f\u1160\uffa0',
      '\u200b\u2060\u{e0041}',
    ]) {
      const answer = await send(blank)
      if (field.schema['x-typed'] === 'one' || field.schema.minLength)
        expectRefused(answer, 400, 'input.invalid', { field: field.place })
      else expect(shown(field, answer)).toBe('')
    }
  })
})

test('counts the characters that are stored', async () => {
  await texts.each(async (field, send) => {
    const { minLength = 0, maxLength = 0 } = field.schema
    const long = 'x'.repeat(maxLength)
    expect(shown(field, await send(`\u200b${long}\u200b`))).toBe(long)
    expectRefused(await send(`${long}x`), 400, 'input.invalid', { field: field.place })
    expectRefused(await send('\u200b'.repeat(3 * maxLength + 1)), 400, 'input.invalid', {
      field: field.place,
    })
    if (minLength > 1)
      expectRefused(await send(`${'x'.repeat(minLength - 1)}\u200b`), 400, 'input.invalid', {
        field: field.place,
      })
  })
})

/** A text of each field that is found again wherever it went. */
const markers: Record<string, string> = {}
/** Where they were written, with the mails about them. */
let marked: readonly StoredEvent[]

test('no text that people type is stored or logged in clear, but in read models and the local mailbox', async () => {
  const after = await api.product.head()
  const logged: string[] = []
  await texts.each(async (field, send) => {
    const marker = (markers[field.name] = `Marke ${randomUUID().slice(0, 18)}`)
    expect((await send(marker)).status).toBeLessThan(300)
    logged.push(takeLogLines())
  })
  const { platform } = api.product
  await effectsSettled(platform)
  marked = (await platform.eventStore.readAll({ after, max: 1_000 })).events
  const places = [...(await watch.dump()), { name: 'the log', text: logged.join('') }]
  const names = new Set(places.map(({ name }) => name))
  for (const place of ['event_store.events', 'public.effects']) expect(names).toContain(place)
  expect(logged.join('')).not.toBe('')
  expect(
    leaksIn(places, markers).map(
      (leak) => `${leak}: declare the field of the event as personal, not as clear`,
    ),
  ).toEqual([])
})

test('an Idempotency-Key ignores invisible characters', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const send = texts.sending(typed.find(({ name }) => name === 'workspaces.create name')!)
  const [first, again, other] = [
    await send('Pra\u200bxis', headers),
    await send('Praxis', headers),
    await send('Praxis 2', headers),
  ]
  expect(again).toMatchObject({ status: 201, body: first.body })
  expectRefused(other, 409, 'idempotency.other-body')
})

const SEED = Number(process.env['FAULT_SEED'] ?? 20_260_301)
const ROUNDS = rounds({ short: 6, long: 20 })
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
    await texts.each(async (field, send) => {
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

/** What people type about themselves. All else belongs to the workspace. */
const ABOUT_THEMSELVES = [
  'users.update-settings name',
  'users.register-device name',
  'users.rename-device name',
  'workspaces.bank-transfer-payment firstName',
  'workspaces.bank-transfer-payment lastName',
  'contacts.send firstName',
  'contacts.send lastName',
  'contacts.send businessPhone',
  'contacts.send message',
]

test('nobody can unseal what erased people typed about themselves; what belongs to the workspace stays', async () => {
  const { platform } = api.product
  const legible = async () => {
    const text = JSON.stringify((await platform.codec.decode(marked)).map(({ data }) => data))
    return Object.keys(markers).filter((name) => text.includes(markers[name]!))
  }
  const before = await legible()
  expect(before).toEqual(expect.arrayContaining(ABOUT_THEMSELVES))
  const visitors = marked.filter(({ type }) => type === 'ContactSent')
  await Promise.all([
    erasePerson(platform, team.admin.userId),
    ...visitors.map(({ data }) =>
      platform.erasures.erase({ subject: `address:${data['addressHash'] as string}` }),
    ),
  ])
  const after = await legible()
  const faultOf = (name: string): readonly string[] => {
    const isAboutThemselves = ABOUT_THEMSELVES.includes(name)
    if (isAboutThemselves !== after.includes(name)) return []
    return isAboutThemselves
      ? [`${name} outlives its author: name the person or the address as the owner of the field in the event`]
      : [`${name} went with its author: name the workspace as its owner, or list it in ABOUT_THEMSELVES`]
  }
  expect(before.flatMap(faultOf)).toEqual([])
})
