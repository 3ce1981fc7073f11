import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedContent } from '#contract/requests/requests.ts'
import { filledHash, signedField } from '#contract/requests/fields/signed-fields.ts'
import { textHash } from '#contract/requests/signing.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { altered as alteredIn, signedBy } from '#support/forged/altered.ts'
import {
  expectRefused,
  openRequests,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'

/**
 * The approver's own device signs something else than what the request shows. Neither the API takes it as an approval, nor is it a valid
 * signature if somebody with the keys of the events writes it into the stream.
 */

let api: RequestApi
let team: Team
let phone: Phone
/** An open request, what is to be signed of it, and one like it that was approved. */
let open: { readonly id: string; readonly prepared: any; readonly shown: any }
let approved: { readonly id: string; readonly event: StoredEvent }

const ask = async (approverId: string) => {
  const post = (path: string, body: unknown) => api.post(path, team.anna, body)
  const xml = (n: number) => `<?xml version="1.0"?><Invoice>${n}</Invoice>`
  const files = []
  for (const n of [1, 2]) files.push((await post(`/files/upload/${team.id}?name=${n}.xml`, xml(n))).body.id)
  const { body: kinds } = await api.get(`/kinds/list/${team.id}`, team.anna)
  const made = await api.ask(team.anna, team.id, {
    approverId,
    details: 'As agreed',
    kindId: kinds.find((kind: any) => kind.builtIn === 'payment').id,
    files,
    fields: {
      amount: { value: '10000.00', currency: 'EUR' },
      payee: 'Müller GmbH',
      iban: 'DE89370400440532013000',
      reference: 'Invoice 7',
      invoice: files[0],
    },
  })
  expect(made.status).toBe(201)
  return made.body
}

beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  team = await api.team()
  phone = await api.enrol(team.ben)
  const { id } = await ask(team.ben.participantId)
  await api.post(`/requests/approve/${id}`, team.ben, await phone.prove(id))
  const events = await api.product.platform.eventStore.readStream(requestStream(id))
  approved = { id, event: events.find(({ type }) => type === 'RequestApproved')! }
  const shown = await ask(team.ben.participantId)
  const prepared = (await api.post(`/requests/challenge/${shown.id}`, team.ben, {})).body
  open = { id: shown.id, prepared, shown }
})
afterAll(() => api?.product.close())

type Fields = ReturnType<typeof signedField>[]
type Texts = { title: string; details: string | null; salt: string; kind: any; fields: Fields }

/** The content with other texts in its hash. */
const retexted = (content: SignedContent, change: (texts: Texts) => object) => async () => {
  const { title, details, kind, fields, files } = open.shown
  const texts: Texts = {
    title,
    details,
    salt: open.prepared.textSalt,
    kind: { name: kind.name },
    fields: fields.map((field: any) => signedField(field, files)),
  }
  const changed = { ...texts, ...change(structuredClone(texts)) }
  return { ...content, textHash: await filledHash(changed) }
}

type Forgery = (content: SignedContent) => object | Promise<object>
const texts =
  (change: (texts: Texts) => object): Forgery =>
  (content) =>
    retexted(content, change)()
const field = (place: number, given: object): Forgery =>
  texts(({ fields }) => ({ fields: fields.with(place, { ...fields[place]!, ...given }) }))
const set =
  (given: object): Forgery =>
  (content) => ({ ...content, ...given })
const dropped =
  (...names: readonly string[]): Forgery =>
  (content) =>
    Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)))
const file =
  (given: object): Forgery =>
  (content) => ({
    ...content,
    files: content.files!.with(0, { ...content.files![0]!, ...given }),
  })

const RULE = { count: 1, before: null, hours: 24, ruleHash: 'A'.repeat(43) }
const forgeries: readonly (readonly [string, Forgery])[] = [
  ['another amount', field(0, { value: { value: '1000.00', currency: 'EUR' } })],
  ['the same amount with other decimals', field(0, { value: { value: '10000.0', currency: 'EUR' } })],
  ['another currency', field(0, { value: { value: '10000.00', currency: 'USD' } })],
  ['an amount as text', field(0, { value: '10000.00 EUR' })],
  ['an amount as a number', field(0, { value: { value: 10_000, currency: 'EUR' } })],
  ['another payee', field(1, { value: 'Mueller GmbH' })],
  ['a payee in other letters that look the same', field(1, { value: 'Müller GmbН' })],
  ['a payee with an invisible letter', field(1, { value: 'Müller\u200b GmbH' })],
  ['another IBAN', field(2, { value: 'GB29NWBK60161331926819' })],
  ['an IBAN with spaces', field(2, { value: 'DE89 3704 0044 0532 0130 00' })],
  ['another reference', field(3, { value: 'Invoice 8' })],
  ['an empty reference', field(3, { value: '' })],
  ['another file in the field', field(4, { value: 'f'.repeat(64) })],
  [
    'the other file in the field',
    texts(({ fields }) => ({ fields: fields.with(4, { ...fields[4]!, value: open.shown.files[1].sha256 }) })),
  ],
  ['the id of the file', field(4, { value: 'id' })],
  ['another German label', field(1, { label: { de: 'Absender', en: 'Payee' } })],
  ['another English label', field(1, { label: { de: 'Zahlungsempfänger', en: 'Payer' } })],
  ['labels exchanged', field(1, { label: { de: 'Payee', en: 'Zahlungsempfänger' } })],
  ['another name of a field', field(1, { name: 'payer' })],
  ['another type of a field', field(1, { type: 'text' })],
  [
    'two values exchanged',
    texts(({ fields }) => ({
      fields: [
        fields[0]!,
        { ...fields[1]!, value: fields[3]!.value },
        fields[2]!,
        { ...fields[3]!, value: fields[1]!.value },
        fields[4]!,
      ],
    })),
  ],
  ['another order of fields', texts(({ fields }) => ({ fields: fields.toReversed() }))],
  ['a field less', texts(({ fields }) => ({ fields: fields.slice(0, -1) }))],
  ['a field more', texts(({ fields }) => ({ fields: [...fields, { ...fields[1]!, name: 'more' }] }))],
  ['a field twice', texts(({ fields }) => ({ fields: [...fields, fields[0]!] }))],
  ['no fields', texts(() => ({ fields: [] }))],
  ['another name of the kind', texts(() => ({ kind: { name: { de: 'Zugang', en: 'Access' } } }))],
  ['no kind in the texts', texts(() => ({ kind: null }))],
  ['another title', texts(() => ({ title: 'Pay the invoice!' }))],
  ['no details', texts(() => ({ details: null }))],
  ['another salt', texts(() => ({ salt: 'B'.repeat(43) }))],
  [
    'the hash of version 3',
    async (content) => {
      const { title, details } = open.shown
      return { ...content, textHash: await textHash({ title, details, salt: open.prepared.textSalt }) }
    },
  ],
  ['another hash', set({ textHash: 'A'.repeat(43) })],
  ['another kind', set({ requestKind: { id: randomUUID(), version: 1 } })],
  [
    'another version of the kind',
    (content) => ({ ...content, requestKind: { ...content.requestKind, version: 2 } }),
  ],
  ['no kind', set({ requestKind: null })],
  ['a kind that is missing', dropped('requestKind')],
  ['a rule', set({ rule: RULE })],
  ['a rule that is missing', dropped('rule')],
  ['on behalf of somebody', set({ onBehalfOf: randomUUID() })],
  ['on behalf of the signer', (content) => ({ ...content, onBehalfOf: content.approverId })],
  ['on behalf that is missing', dropped('onBehalfOf')],
  ['version 3', async (content) => dropped('requestKind', 'rule', 'onBehalfOf')({ ...content, v: 3 })],
  [
    'version 1',
    async (content) => dropped('files', 'requestKind', 'rule', 'onBehalfOf')({ ...content, v: 1 }),
  ],
  ['version 4 of a creation', set({ kind: 'creation' })],
  ['another hash of a file', file({ sha256: 'f'.repeat(64) })],
  ['another size of a file', file({ size: 1 })],
  ['another type of a file', file({ type: 'application/pdf' })],
  ['another name of a file', file({ nameHash: 'A'.repeat(43) })],
  ['another order of files', (content) => ({ ...content, files: content.files!.toReversed() })],
  ['a file less', (content) => ({ ...content, files: content.files!.slice(1) })],
  ['no files', set({ files: [] })],
  ['another approver', set({ approverId: randomUUID() })],
  ['another requester', set({ requesterId: randomUUID() })],
  ['another workspace', set({ workspaceId: randomUUID() })],
  ['another request', set({ requestId: randomUUID() })],
  ['another time', set({ createdAt: '2026-01-01T00:00:00.000Z' })],
  ['another end', set({ expiresAt: '2036-01-01T00:00:00.000Z' })],
  ['something beside', set({ fields: [] })],
]

const altered = (event: StoredEvent, changes: object) => alteredIn(api.product.platform, event, changes)
const faultWith = async (content: object): Promise<string | null> => {
  const { event, id } = approved
  const evidence = { ...(event.data['evidence'] as object), ...(await signedBy(phone, content)) }
  const found = await Array.fromAsync(signaturesOf(altered(event, { evidence }), id, ['http://localhost']))
  expect(found).toHaveLength(1)
  return found[0]!.fault
}
const signedThen = (): SignedContent =>
  JSON.parse((approved.event.data['evidence'] as { canonical: string }).canonical)

test('what was signed is valid, also when it is signed again', async () => {
  expect(await faultWith(signedThen())).toBeNull()
})

describe('with its own device the approver signs', () => {
  test.each(forgeries)('%s, and it is no approval', async (_, forge) => {
    const { id, prepared } = open
    const { challenge, signature } = await signedBy(phone, await forge(prepared.content))
    const { proof } = await phone.proofFor(prepared.challenge)
    const forged = { ...proof, challenge, signature }
    expectRefused(
      await api.post(`/requests/approve/${id}`, team.ben, { proof: forged }),
      409,
      'challenge.spent',
    )
    expect(await api.types(id)).not.toContain('RequestApproved')
  })
  test.each(forgeries)('%s, and it is no valid signature of an event', async (_, forge) => {
    expect(await faultWith(await forge(signedThen()))).not.toBeNull()
  })
})

test('the true content is still an approval', async () => {
  const { id, prepared } = open
  const done = await api.post(`/requests/approve/${id}`, team.ben, await phone.proofFor(prepared.challenge))
  expect(done.status).toBe(200)
})
