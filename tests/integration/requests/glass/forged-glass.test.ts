import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedContent } from '#contract/requests/requests.ts'
import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { glassOf, REASON, type GlassTeam } from '#support/workspaces/glass.ts'
import { altered as alteredIn, signedBy } from '#support/forged/altered.ts'
import { expectRefused, openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'

/**
 * An admin signs another reason, act or request than the glass is broken for, or a second person something else than its confirmation.
 * Neither the API takes it, nor is it a valid signature if somebody with the keys of the events writes it into the stream.
 */

let api: RequestApi
let team: GlassTeam
/** An open request, what is to be signed to break its glass, and the content of an approval of it. */
let open: { readonly id: string; readonly prepared: any }
/** A broken glass, and what is to be signed to confirm it. */
let broken: { readonly id: string; readonly prepared: any }
let confirmed: { readonly id: string; readonly events: readonly StoredEvent[] }

beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  const glass = glassOf(api)
  team = await glass.team()
  const { admin, carla, carlas } = team
  const made = async () => {
    const id = await api.newRequest(team)
    await glass.breakIt(id, team)
    return id
  }
  const done = await made()
  await glass.confirm(done, carla, carlas)
  const events = await api.product.platform.eventStore.readStream(requestStream(done))
  confirmed = { id: done, events }
  const id = await made()
  broken = { id, prepared: (await api.post(`/requests/confirm-glass-challenge/${id}`, carla)).body }
  const openId = await api.newRequest(team)
  const body = { reason: REASON }
  open = { id: openId, prepared: (await api.post(`/requests/glass-challenge/${openId}`, admin, body)).body }
})
afterAll(() => api?.product.close())

type Forgery = (content: SignedContent) => object | Promise<object>
const set =
  (given: object): Forgery =>
  (content) => ({ ...content, ...given })
const reasoned =
  (reason: string): Forgery =>
  async (content) => ({ ...content, reasonHash: await reasonHash(reason, open.prepared.textSalt) })
const without =
  (...names: string[]) =>
  (content: SignedContent): object =>
    Object.fromEntries(Object.entries(content).filter(([field]) => !names.includes(field)))

const shared: readonly (readonly [string, Forgery])[] = [
  ['another reason', reasoned('Because I say so, and nobody asks why')],
  ['the reason in other letters', reasoned(REASON.toUpperCase())],
  ['the reason with a space', reasoned(`${REASON} `)],
  ['an empty reason', reasoned('')],
  ['another hash of the reason', set({ reasonHash: 'A'.repeat(43) })],
  ['an empty hash of the reason', set({ reasonHash: '' })],
  ['no reason', without('reasonHash')],
  ['the reason itself', set({ reason: REASON })],
  ['an approval', set({ kind: 'approval' })],
  [
    'an approval without a reason',
    (content) => ({ ...without('reasonHash', 'brokenBy')(content), kind: 'approval' }),
  ],
  ['a creation', set({ kind: 'creation' })],
  ['another request', set({ requestId: randomUUID() })],
  ['another workspace', set({ workspaceId: randomUUID() })],
  ['another requester', set({ requesterId: randomUUID() })],
  ['another signer', set({ approverId: randomUUID() })],
  ['no signer', set({ approverId: null })],
  ['another text', set({ textHash: 'A'.repeat(43) })],
  ['a longer life', set({ expiresAt: '2099-01-01T00:00:00.000Z' })],
  ['a call check', set({ type: 'verification' })],
  ['another version', set({ v: 4, files: [], requestKind: null, rule: null, onBehalfOf: null })],
  ['somebody else’s behalf', set({ onBehalfOf: randomUUID() })],
]
const breaking: typeof shared = [
  ...shared,
  ['a confirmation', set({ kind: 'glass-confirmation' })],
  ['a confirmation of somebody else', set({ kind: 'glass-confirmation', brokenBy: randomUUID() })],
  ['somebody else as who broke it', set({ brokenBy: randomUUID() })],
]
const confirming: typeof shared = [
  ...shared,
  ['breaking the glass', set({ kind: 'break-glass' })],
  ['breaking the glass alone', (content) => ({ ...without('brokenBy')(content), kind: 'break-glass' })],
  ['somebody else as who broke it', set({ brokenBy: randomUUID() })],
  ['nobody as who broke it', without('brokenBy')],
]

const altered = (event: StoredEvent, changes: object) => alteredIn(api.product.platform, event, changes)
const ofType = (type: string) => confirmed.events.find((event) => event.type === type)!
const valid = async (type: string, changes: object) => {
  const read = altered(ofType(type), changes)
  const found = await Array.fromAsync(signaturesOf(read, confirmed.id, ['http://localhost']))
  return Object.fromEntries(found.map((one) => [one.type, one.fault === null]))
}
const evidenceIn = (type: string) => ofType(type).data['evidence'] as { canonical: string }
const signedThen = (type: string): SignedContent => JSON.parse(evidenceIn(type).canonical)
const validWith = async (type: string, content: object, phone: Phone) => {
  const evidence = { ...evidenceIn(type), ...(await signedBy(phone, content)) }
  return (await valid(type, { evidence }))[type]
}
/** With the forger’s own device: challenge and signature match, the content does not. */
const forgedProof = async (content: object, phone: Phone, challenge: string) => {
  const forged = await signedBy(phone, content)
  const { proof } = await phone.proofFor(challenge)
  return { proof: { ...proof, challenge: forged.challenge, signature: forged.signature } }
}

describe('with their own device the admin signs', () => {
  test('what is valid, also when it is signed again', async () => {
    expect(await validWith('GlassBroken', signedThen('GlassBroken'), team.phone)).toBe(true)
  })
  test.each(breaking)('%s, and the glass stays whole', async (_, forge) => {
    const { id, prepared } = open
    const proof = await forgedProof(await forge(prepared.content), team.phone, prepared.challenge)
    const answer = await api.post(`/requests/break-glass/${id}`, team.admin, { reason: REASON, ...proof })
    expectRefused(answer, 409, 'challenge.spent')
    expect(await api.types(id)).not.toContain('GlassBroken')
  })
  test.each(breaking)('%s, and it is no valid signature of an event', async (_, forge) => {
    expect(await validWith('GlassBroken', await forge(signedThen('GlassBroken')), team.phone)).toBe(false)
  })
})

describe('with their own device the second person signs', () => {
  test('what is valid, also when it is signed again', async () => {
    expect(await validWith('GlassConfirmed', signedThen('GlassConfirmed'), team.carlas)).toBe(true)
  })
  test.each(confirming)('%s, and nothing is confirmed', async (_, forge) => {
    const { id, prepared } = broken
    const sent = await forgedProof(await forge(prepared.content), team.carlas, prepared.challenge)
    expectRefused(await api.post(`/requests/confirm-glass/${id}`, team.carla, sent), 409, 'challenge.spent')
    expect(await api.types(id)).not.toContain('GlassConfirmed')
  })
  test.each(confirming)('%s, and it is no valid signature of an event', async (_, forge) => {
    const forged = await forge(signedThen('GlassConfirmed'))
    expect(await validWith('GlassConfirmed', forged, team.carlas)).toBe(false)
  })
})

describe('a true signature does not count', () => {
  const breakWith = (reason: string, proof: object, id = open.id) =>
    api.post(`/requests/break-glass/${id}`, team.admin, { reason, ...proof })
  test('for another reason', async () => {
    const proof = await team.phone.proofFor(open.prepared.challenge)
    const other = 'Because I say so, and nobody asks why'
    expectRefused(await breakWith(other, proof), 409, 'challenge.spent')
  })
  test('for another request', async () => {
    const proof = await team.phone.proofFor(open.prepared.challenge)
    expectRefused(await breakWith(REASON, proof, await api.newRequest(team)), 409, 'challenge.spent')
  })
  test('of an approval, to break the glass', async () => {
    const bens = await api.enrol(team.ben)
    const approval = (await api.post(`/requests/challenge/${open.id}`, team.ben, {})).body
    const proof = await bens.proofFor(approval.challenge)
    expectRefused(await breakWith(REASON, proof), 409, 'challenge.spent')
    // Nor the other way round.
    const prepared = await team.phone.proofFor(open.prepared.challenge)
    expectRefused(await api.post(`/requests/approve/${open.id}`, team.ben, prepared), 409, 'challenge.spent')
  })
  test('of the admin who broke it, as a confirmation', async () => {
    const proof = await team.phone.proofFor(broken.prepared.challenge)
    expectRefused(
      await api.post(`/requests/confirm-glass/${broken.id}`, team.carla, proof),
      403,
      'proof.invalid',
    )
  })
  test('with a wrong signature', async () => {
    const { proof } = await team.phone.proofFor(open.prepared.challenge)
    const wrong = { proof: { ...proof, signature: 'A'.repeat(86) } }
    expectRefused(await breakWith(REASON, wrong), 403, 'proof.invalid')
  })
})

describe('a fact that was changed afterwards makes signatures invalid:', () => {
  test.each([
    [
      'another hash of the reason',
      { reasonHash: 'A'.repeat(43) },
      { GlassBroken: false, GlassConfirmed: false },
    ],
    [
      'another one who broke it',
      { participantId: randomUUID() },
      { GlassBroken: false, GlassConfirmed: false },
    ],
  ])('%s', async (_, changes, faults) => {
    expect(await valid('GlassBroken', changes)).toMatchObject(faults)
  })
  test('the one who broke it, as who confirmed it', async () => {
    const { userId, participantId } = ofType('GlassBroken').data
    expect(await valid('GlassConfirmed', { userId, participantId })).toMatchObject({ GlassConfirmed: false })
  })
})

test('the true contents still count', async () => {
  const { carla, carlas, admin, phone } = team
  const again = (await api.post(`/requests/glass-challenge/${open.id}`, admin, { reason: REASON })).body
  const proof = await phone.proofFor(again.challenge)
  expect(
    await api.post(`/requests/break-glass/${open.id}`, admin, { reason: REASON, ...proof }),
  ).toMatchObject({
    body: { status: 'approved' },
  })
  const sent = await carlas.proofFor(broken.prepared.challenge)
  expect((await api.post(`/requests/confirm-glass/${broken.id}`, carla, sent)).status).toBe(200)
})
