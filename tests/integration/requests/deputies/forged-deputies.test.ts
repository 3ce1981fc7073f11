import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Person } from '#support/product/product.ts'
import { altered as alteredIn, signedBy } from '#support/forged/altered.ts'
import { expectRefused, openRequests, type Phone, type RequestApi } from '#support/product/requests.ts'
import { colleague, type Colleague } from '#support/product/workspaces.ts'
import { absencesOf } from '#support/workspaces/absences.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'

/**
 * A deputy signs for somebody else than the colleague for whom they may decide, or a colleague signs as if they were one. Neither the API
 * takes it, nor is it a valid signature if somebody with the keys of the events writes it into the stream.
 */

const ORIGINS = ['http://localhost']
let api: RequestApi
let team: SigningTeam
let absences: ReturnType<typeof absencesOf>
/** Approves as well, and is away without deputies. */
let eve: Colleague
const phones = new Map<Person, Phone>()
type Signed = { readonly id: string; readonly event: StoredEvent }
/** What Dora signed for Ben, who was away: addressed to him, and by a rule of the treasury. */
let addressed: Signed
let ruled: Signed
/** What Ben signed himself, and what Carl did by the rule. */
let own: Signed
let byRule: Signed

const approvalIn = async (id: string): Promise<StoredEvent> => {
  const events = await api.product.platform.eventStore.readStream(requestStream(id))
  return events.find(({ type }) => type === 'ApprovalGiven' || type === 'RequestApproved')!
}
const signed = async (id: string, who: Person): Promise<Signed> => {
  const done = await api.post(`/requests/approve/${id}`, who, await phones.get(who)!.prove(id))
  expect(done.status).toBe(200)
  return { id, event: await approvalIn(id) }
}

beforeAll(async () => {
  api = await openRequests({ RATE_FACTOR: 1_000 })
  const rules = signingRules(api)
  absences = absencesOf(api)
  team = await rules.team()
  const { ben, carl, dora, treasury } = team
  eve = await colleague(api.product, team, { approver: true })
  for (const who of [ben, carl, dora]) phones.set(who, await api.enrol(who))
  await rules.writeRules(team, [{ who: { groups: [treasury] }, count: 2, hours: 48 }])
  await absences.away(ben, [dora])
  await absences.away(eve, [])
  addressed = await signed(await api.newRequest(team), dora)
  ruled = await signed((await rules.pay(team)).body.id, dora)
  own = await signed(await api.newRequest(team), ben)
  byRule = await signed((await rules.pay(team)).body.id, carl)
})
afterAll(() => api?.product.close())

const altered = (event: StoredEvent, changes: object) => alteredIn(api.product.platform, event, changes)
const faultOf = async ({ id, event }: Signed, changes: object) => {
  const found = await Array.fromAsync(signaturesOf(altered(event, changes), id, ORIGINS))
  return found.find(({ type }) => type === event.type)!.fault
}
const contentOf = ({ event }: Signed): SignedContent =>
  JSON.parse((event.data['evidence'] as { canonical: string }).canonical)

/** The fact, if the person had signed this content with their own device, and the fact had these fields. */
const resigned = async (one: Signed, who: Person, content: object, changes: object = {}) => {
  const made = await signedBy(phones.get(who)!, content)
  const evidence = { ...(one.event.data['evidence'] as object), ...made }
  return faultOf(one, { evidence, ...changes })
}

test('what was signed is valid, also when it is signed again', async () => {
  const { ben, carl, dora } = team
  for (const [one, who] of [
    [addressed, dora],
    [ruled, dora],
    [own, ben],
    [byRule, carl],
  ] as const) {
    expect(await faultOf(one, {})).toBeNull()
    expect(await resigned(one, who, contentOf(one))).toBeNull()
  }
})

type Forged = readonly [string, () => unknown]
const forged: readonly Forged[] = [
  ['nobody', () => null],
  ['nobody, and says nothing of it', () => undefined],
  ['another colleague', () => team.carl.participantId],
  ['a colleague who is away without deputies', () => eve.participantId],
  ['the requester', () => team.anna.participantId],
  ['themselves', () => team.dora.participantId],
  ['an unknown person', () => randomUUID()],
  ['the account of the colleague', () => team.ben.userId],
  ['an empty text', () => ''],
  ['the colleague in a list', () => [team.ben.participantId]],
  ['the colleague in capitals', () => team.ben.participantId.toUpperCase()],
]

describe('a deputy signs for', () => {
  const refused = async (id: string, forge: (content: SignedContent) => object) => {
    const { dora } = team
    const { body: prepared } = await api.post(`/requests/challenge/${id}`, dora, {})
    const challenge = await hashOfText(canonicalText(forge(prepared.content)))
    const { proof } = await phones.get(dora)!.proofFor(prepared.challenge)
    const signature = await phones.get(dora)!.sign(challenge)
    const answer = await api.post(`/requests/approve/${id}`, dora, {
      proof: { ...proof, challenge, signature },
    })
    expectRefused(answer, 409, 'challenge.spent')
    expect(await api.types(id)).not.toContain('RequestApproved')
    expect(await api.types(id)).not.toContain('ApprovalGiven')
  }
  let open: readonly string[]
  beforeAll(async () => {
    open = [await api.newRequest(team), (await signingRules(api).pay(team)).body.id]
  })

  test.each(forged)('%s, and it counts for nothing', async (_, whom) => {
    for (const id of open) await refused(id, (content) => ({ ...content, onBehalfOf: whom() }))
  })
  test.each(forged)('%s, and it is no valid signature of an event', async (_, whom) => {
    for (const one of [addressed, ruled])
      expect(await resigned(one, team.dora, { ...contentOf(one), onBehalfOf: whom() })).not.toBeNull()
  })
  test.each(forged)('%s, and neither if the fact says the same', async (_, whom) => {
    const other = whom()
    if (typeof other === 'object' && other !== null) return
    const changes = {
      onBehalfOf: other ?? undefined,
      onBehalfOfUserId: other == null ? undefined : randomUUID(),
    }
    for (const one of [addressed, ruled])
      expect(await resigned(one, team.dora, { ...contentOf(one), onBehalfOf: other }, changes)).not.toBeNull()
  })
  test('the colleague, in the content of an approval of one’s own', async () => {
    const { title, details, salt } = { title: 'Pay the invoice', details: null, salt: 'A'.repeat(43) }
    const { v: _, files: __, requestKind: ___, rule: ____, onBehalfOf: _____, ...rest } = contentOf(addressed)
    const plain = { ...rest, v: 1, textHash: await textHash({ title, details, salt }) }
    await refused(open[0]!, () => plain)
    expect(await resigned(addressed, team.dora, plain)).not.toBeNull()
    const unsaid = { onBehalfOf: undefined, onBehalfOfUserId: undefined }
    expect(await resigned(addressed, team.dora, plain, unsaid)).not.toBeNull()
  })
})

describe('no deputy signs', () => {
  test('as themselves what asks somebody else', async () => {
    const unsaid = { onBehalfOf: undefined, onBehalfOfUserId: undefined }
    for (const one of [addressed, ruled]) expect(await faultOf(one, unsaid)).not.toBeNull()
  })
  test('for a colleague what asks themselves, nor in a fact that says so', async () => {
    const { ben, carl } = team
    const said = { onBehalfOf: eve.participantId, onBehalfOfUserId: eve.userId }
    for (const [one, who] of [
      [own, ben],
      [byRule, carl],
    ] as const) {
      expect(await faultOf(one, said)).not.toBeNull()
      const content = { ...contentOf(one), onBehalfOf: eve.participantId }
      expect(await resigned(one, who, content)).not.toBeNull()
      expect(await resigned(one, who, content, said)).not.toBeNull()
    }
  })
  test.each([
    ['before the absence was set', (revision: number) => revision - 2],
    ['before anybody had joined', () => 0],
  ])('by a workspace as it was %s', async (_, before) => {
    for (const one of [addressed, ruled]) {
      const workspaceRevision = before(one.event.data['workspaceRevision'] as number)
      expect(await faultOf(one, { workspaceRevision })).not.toBeNull()
    }
  })
})

test('once the absence is over, what was prepared and signed before counts for nothing', async () => {
  const { ben, dora } = team
  const ids = [await api.newRequest(team), (await signingRules(api).pay(team)).body.id]
  const proofs = []
  for (const id of ids) proofs.push(await phones.get(dora)!.prove(id))
  const many = await phones.get(dora)!.proveMany(ids)
  await absences.back(ben)
  for (const [place, id] of ids.entries())
    expectRefused(await api.post(`/requests/approve/${id}`, dora, proofs[place]), 403, 'access.denied')
  expectRefused(await api.post('/requests/approve-many', dora, many), 403, 'access.denied')
  // Another deputyship does not revive it.
  await absences.away(eve, [dora])
  for (const [place, id] of ids.entries())
    expectRefused(await api.post(`/requests/approve/${id}`, dora, proofs[place]), 403, 'access.denied')
})

test('what a deputy signed stays valid after the absence, and once they are not active any more', async () => {
  const { admin, dora } = team
  const body = { participantId: dora.participantId, value: false }
  const sent = { token: admin.token, body }
  expect(await api.product.call('PATCH', '/participants/change-activity', sent)).toMatchObject({
    status: 200,
  })
  for (const one of [addressed, ruled]) expect(await faultOf(one, {})).toBeNull()
})
