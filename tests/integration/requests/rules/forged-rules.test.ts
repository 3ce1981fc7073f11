import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedContent } from '#contract/requests/requests.ts'
import { ruleHash, type NamedRule } from '#contract/requests/rules/rule-hash.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { altered as alteredIn, signedBy } from '#support/forged/altered.ts'
import { expectRefused, openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

/**
 * One of two signers signs another rule than the one that holds, or another place of a list. Neither the API takes it, nor is it a valid
 * signature if somebody with the keys of the events writes it into the stream.
 */

let api: RequestApi
let team: SigningTeam
let phone: Phone
/** An open request with what is to be signed of it, and one that both have signed. */
let open: { readonly id: string; readonly prepared: any; readonly applied: NamedRule }
let signed: { readonly id: string; readonly events: readonly StoredEvent[] }
/** A list of two, of which Ben has signed both. */
let list: { readonly ids: readonly string[]; readonly event: StoredEvent }

beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  const rules = signingRules(api)
  team = await rules.team()
  phone = await api.enrol(team.ben)
  const other = await api.enrol(team.carl)
  const { treasury } = team
  const when = { amountFrom: '10000.00', currency: 'EUR' }
  await rules.writeRules(team, [{ when, who: { groups: [treasury] }, count: 2, hours: 48 }])
  const made = async () => {
    const { body } = await rules.pay(team)
    return body
  }
  const eventsOf = (id: string) => api.product.platform.eventStore.readStream(requestStream(id))

  const { id } = await made()
  for (const [who, by] of [
    [team.ben, phone],
    [team.carl, other],
  ] as const)
    await api.post(`/requests/approve/${id}`, who, await by.prove(id))
  signed = { id, events: await eventsOf(id) }

  const ids = [(await made()).id, (await made()).id]
  await api.post('/requests/approve-many', team.ben, await phone.proveMany(ids))
  const events = await eventsOf(ids[0])
  list = { ids, event: events.find(({ type }) => type === 'ApprovalGiven')! }

  const { id: openId, needs } = await made()
  const prepared = (await api.post(`/requests/challenge/${openId}`, team.ben, {})).body
  open = { id: openId, prepared, applied: needs.applied }
})
afterAll(() => api?.product.close())

type Forgery = (content: SignedContent) => object | Promise<object>
const set =
  (given: object): Forgery =>
  (content) => ({ ...content, ...given })
const rule =
  (given: object): Forgery =>
  (content) => ({ ...content, rule: { ...content.rule, ...given } })
/** The hash of another rule, with the right salt. */
const hashed =
  (change: (named: NamedRule) => NamedRule): Forgery =>
  async (content) => {
    const hash = await ruleHash(change(structuredClone(open.applied)), open.prepared.textSalt)
    return { ...content, rule: { ...content.rule, ruleHash: hash } }
  }
const ruled = (given: object) => hashed((named) => ({ ...named, rule: { ...named.rule, ...given } }))
const conditioned = (given: object) =>
  hashed((named) => ({ ...named, rule: { ...named.rule, when: { ...named.rule.when, ...given } } }))
const without =
  (name: string): Forgery =>
  ({ rule: known, ...content }) => ({
    ...content,
    rule: Object.fromEntries(Object.entries(known!).filter(([field]) => field !== name)),
  })

const forgeries: readonly (readonly [string, Forgery])[] = [
  ['one instead of two', rule({ count: 1 })],
  ['three instead of two', rule({ count: 3 })],
  ['none', rule({ count: 0 })],
  ['the count as text', rule({ count: '2' })],
  ['a call check before', rule({ before: 'call-check' })],
  ['a call-back before', rule({ before: 'call-back' })],
  ['a shorter life', rule({ hours: 24 })],
  ['a longer life', rule({ hours: 1_440 })],
  ['another hash', rule({ ruleHash: 'A'.repeat(43) })],
  ['an empty hash', rule({ ruleHash: '' })],
  ['something beside', rule({ declines: 'as-many' })],
  ['no count', without('count')],
  ['no hash', without('ruleHash')],
  ['no hours', without('hours')],
  ['nothing before that is missing', without('before')],
  ['no rule', set({ rule: null })],
  ['a rule that is missing', set({ rule: undefined })],
  ['a rule as text', set({ rule: 'Two of: Treasury' })],
  ['the hash of a rule for one', ruled({ count: 1 })],
  ['the hash of a rule for any approver', ruled({ who: 'any' })],
  ['the hash of a rule for people', ruled({ who: { participants: [randomUUID()] } })],
  ['the hash of a rule for another group', ruled({ who: { groups: [randomUUID()] } })],
  [
    'the hash of a rule for two groups',
    hashed((named) => ({
      ...named,
      rule: { ...named.rule, who: { groups: [...named.groups.map(({ id }) => id), randomUUID()] } },
    })),
  ],
  ['the hash of a rule with another life', ruled({ hours: 24 })],
  ['the hash of a rule with a call check', ruled({ before: 'call-check' })],
  ['the hash of a rule with as many declines', ruled({ declines: 'as-many' })],
  ['the hash of a rule from a lower amount', conditioned({ amountFrom: '1000.00' })],
  ['the hash of a rule from the same amount, written otherwise', conditioned({ amountFrom: '10000' })],
  ['the hash of a rule below an amount', conditioned({ amountTo: '20000.00' })],
  ['the hash of a rule in another currency', conditioned({ currency: 'USD' })],
  ['the hash of a rule about a field', conditioned({ field: { name: 'payee', is: 'Müller GmbH' } })],
  ['the hash of a rule about who asks', conditioned({ requesterGroup: randomUUID() })],
  [
    'the hash of a group by another name',
    hashed((named) => ({ ...named, groups: [{ ...named.groups[0]!, name: 'Board' }] })),
  ],
  [
    'the hash of a group in other letters',
    hashed((named) => ({ ...named, groups: [{ ...named.groups[0]!, name: 'Тreasury' }] })),
  ],
  ['the hash without its groups', hashed((named) => ({ ...named, groups: [] }))],
  [
    'the hash with another salt',
    async (content) => ({
      ...content,
      rule: { ...content.rule, ruleHash: await ruleHash(open.applied, 'B'.repeat(43)) },
    }),
  ],
  ['another approver', set({ approverId: randomUUID() })],
  ['another request', set({ requestId: randomUUID() })],
]

const altered = (event: StoredEvent, changes: object) => alteredIn(api.product.platform, event, changes)
const ofType = (type: string) => signed.events.find((event) => event.type === type)!
const faults = async (id: string, event: StoredEvent, changes: object) => {
  const found = await Array.fromAsync(signaturesOf(altered(event, changes), id, ['http://localhost']))
  return found.map(({ type, fault }) => [type, fault === null])
}
const faultsWith = async (content: object) => {
  const given = ofType('ApprovalGiven')
  const evidence = { ...(given.data['evidence'] as object), ...(await signedBy(phone, content)) }
  return faults(signed.id, given, { evidence })
}
const signedThen = (): SignedContent =>
  JSON.parse((ofType('ApprovalGiven').data['evidence'] as { canonical: string }).canonical)

test('what the first one signed is valid, also when it is signed again', async () => {
  expect(await faultsWith(signedThen())).toEqual([
    ['ApprovalGiven', true],
    ['RequestApproved', true],
  ])
})

describe('with its own device the first signer signs', () => {
  test.each(forgeries)('%s, and it counts for nothing', async (_, forge) => {
    const { id, prepared } = open
    const { challenge, signature } = await signedBy(phone, await forge(prepared.content))
    const { proof } = await phone.proofFor(prepared.challenge)
    const sent = { proof: { ...proof, challenge, signature } }
    expectRefused(await api.post(`/requests/approve/${id}`, team.ben, sent), 409, 'challenge.spent')
    expect(await api.types(id)).not.toContain('ApprovalGiven')
  })
  test.each(forgeries)('%s, and it is no valid signature of an event', async (_, forge) => {
    expect((await faultsWith(await forge(signedThen())))[0]).toEqual(['ApprovalGiven', false])
  })
})

describe('a fact that was changed afterwards makes both signatures invalid:', () => {
  test.each([
    ['the count', { count: 1 }],
    ['the life', { hours: 1 }],
    ['what goes before', { before: 'call-back' }],
    ['the hash', { ruleHash: 'A'.repeat(43) }],
    ['who decides', { who: 'any' }],
    ['how many declines', { declines: 'as-many' }],
  ])('%s', async (_, changes) => {
    expect(await faults(signed.id, ofType('RuleApplied'), changes)).toEqual([
      ['ApprovalGiven', false],
      ['RequestApproved', false],
    ])
  })
})

describe('in a list, the signature is valid only', () => {
  const listedThen = () => list.event.data['evidence'] as { listed: { canonical: string; place: number } }
  const faultOf = (listed: object) =>
    faults(list.ids[0]!, list.event, {
      evidence: { ...listedThen(), listed: { ...listedThen().listed, ...listed } },
    })
  test('as it was', async () => {
    expect(await faultOf({})).toEqual([['ApprovalGiven', true]])
  })
  test.each([
    ['at its place', { place: 1 }],
    ['at a place that the list has', { place: 7 }],
    ['with its own content', { canonical: '{"v":4}' }],
  ])('%s', async (_, listed) => {
    expect(await faultOf(listed)).toEqual([['ApprovalGiven', false]])
  })
})

test('the true content still counts', async () => {
  const { id, prepared } = open
  const done = await api.post(`/requests/approve/${id}`, team.ben, await phone.proofFor(prepared.challenge))
  expect(done).toMatchObject({ status: 200, body: { status: 'pending', decisions: [{}] } })
})
