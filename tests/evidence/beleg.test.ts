import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BELEG_DOMAIN, type Beleg, type BelegContent } from '#contract/beleg/beleg.ts'
import { verifyBeleg, type Anchor } from '#contract/beleg/verify-beleg.ts'
import { canonicalText } from '#contract/requests/signing.ts'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { enrolPasskey, type Signer } from '#support/product/passkeys.ts'
import type { Person } from '#support/product/product.ts'
import {
  openRequests,
  verificationBody,
  withOwnProduct,
  type Phone,
  type RequestApi,
  type Team,
} from '#support/product/requests.ts'
import { rounds, seedOfRun } from '#support/rounds.ts'
import { absencesOf } from '#support/workspaces/absences.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { glassOf, REASON } from '#support/workspaces/glass.ts'
import { signingRules, type SigningTeam } from '#support/workspaces/signing-rules.ts'
import { hasPython, randomBy, startIndependent, tampered, whySkipped } from './independent.ts'

/** A Beleg proves one decision to somebody who has nothing but it and a key. */

const ROUNDS = rounds({ short: 500, long: 10_000 })
const SEED = seedOfRun()
const DAY = 86_400_000

let api: RequestApi
let independent: ReturnType<typeof startIndependent> | null
let rules: ReturnType<typeof signingRules>
let team: SigningTeam
let phones: Map<Person, Phone>
/** A payment by a rule, with a file and two signatures. */
let payment: string

beforeAll(async () => {
  independent = hasPython ? startIndependent() : null
  api = await openRequests({
    RATE_FACTOR: 1_000,
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
  })
  rules = signingRules(api)
  team = await rules.team()
  phones = new Map()
  for (const who of [team.ben, team.carl, team.dora]) phones.set(who, await api.enrol(who))
  await rules.writeRules(team, [
    { who: { groups: [team.treasury] }, count: 2, when: { amountFrom: '5000.00', currency: 'EUR' } },
  ])
  payment = await paid()
})
afterAll(async () => {
  independent?.end()
  await api?.product.close()
})

const upload = async (name: string): Promise<string> => {
  const path = `/files/upload/${team.id}?name=${encodeURIComponent(name)}`
  const sent = await api.post(path, team.anna, '<?xml version="1.0"?><Document/>')
  expect(sent.status).toBe(201)
  return sent.body.id
}
const sign = async (id: string, who: Person): Promise<void> => {
  const { status } = await api.post(`/requests/approve/${id}`, who, await phones.get(who)!.prove(id))
  expect(status).toBe(200)
}
const paid = async (): Promise<string> => {
  const files = [await upload('Lauf März 請求書.xml')]
  const made = await rules.pay(team, '10000.00', { details: 'Konto geändert?\n„Nein“ – قال', files })
  expect(made.status).toBe(201)
  await sign(made.body.id, team.ben)
  await sign(made.body.id, team.carl)
  return made.body.id
}

const textOf = async (path: string, { token }: Person, from = api): Promise<string> => {
  await from.product.projector.caughtUp()
  const url = `${path}?format=json`
  const answer = await from.product.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.body
}
const belegOf = (id: string, who: Person = team.anna, from = api) =>
  textOf(`/requests/beleg/${id}`, who, from)
const parsed = (text: string): Beleg => JSON.parse(text) as Beleg
const key = (of = api) => checkpointKeys(of.product.platform.config)[0]
const anchor = (): Anchor => ({ keys: [key().publicKey] })

/** Both programs say that it is proved. Returns what it says. */
const proved = async (text: string, from = api): Promise<BelegContent> => {
  const { content } = parsed(text)
  for (const one of [content.publicKey, content.verifierKey, key(from).id])
    expect(await verifyBeleg(text, { keys: [one] })).toMatchObject({ result: 'proved', reasons: [] })
  if (independent)
    expect(await independent.verify(['beleg', text, content.verifierKey])).toEqual([
      true,
      `${content.entries.length} entries, ${content.signatures.length} signatures, in the log of ${content.checkpoint.split('\n')[1]}`,
    ])
  return content
}

describe(`each kind of decision is proved, by both programs${whySkipped}`, () => {
  test('a payment by a rule: two signatures, its fields, its file, and how the keys came to their owners', async () => {
    const said = await proved(await belegOf(payment))
    expect(said.signatures.map(({ participantId }) => participantId)).toEqual([
      team.ben.participantId,
      team.carl.participantId,
    ])
    expect(said.signatures[0]!.device).toMatchObject({
      kind: 'pin',
      way: 'first',
      vouchedBy: null,
      vouch: null,
    })
    expect(said.request).toMatchObject({
      status: 'approved',
      title: 'Pay the invoice',
      fields: expect.arrayContaining([expect.objectContaining({ value: 'Müller GmbH' })]),
      files: [{ name: 'Lauf März 請求書.xml' }],
      rule: { count: 2, applied: { groups: [{ id: team.treasury, name: 'Treasury' }] } },
    })
    expect(said.people.map(({ email }) => email)).toEqual(
      expect.arrayContaining([team.anna.email, team.ben.email, team.carl.email]),
    )
    expect(said.entries.map(({ action }) => action)).toEqual([
      'request.created',
      expect.any(String),
      expect.any(String),
      expect.any(String),
      'request.approval-given',
      'request.approved',
    ])
    expect(JSON.stringify(said)).not.toMatch(/"(ip|deviceId)":/)
  })

  test('a free text, approved in a list with others, by a passkey', async () => {
    const of = await api.team()
    const passkey = await enrolPasskey(api.product, of.ben)
    const ids = [await api.newRequest(of), await api.newRequest(of)]
    const { challenge } = (await api.post('/requests/challenge-many', of.ben, { requestIds: ids })).body
    const body = { requestIds: ids, ...(await passkey.proofFor(challenge)) }
    expect((await api.post('/requests/approve-many', of.ben, body)).status).toBe(200)
    for (const id of ids) {
      const { signatures } = await proved(await belegOf(id, of.ben))
      expect(signatures).toMatchObject([{ device: { kind: 'passkey', deviceBound: expect.any(Boolean) } }])
    }
  })

  test('a call check that both sign, and not before it has ended', async () => {
    const of = await api.team()
    const [mine, theirs] = [await api.enrol(of.anna), await api.enrol(of.ben)]
    const fields = verificationBody({
      approverId: of.ben.participantId,
      asks: { kind: 'payment' },
      call: 'i-called',
    })
    const made = await api.newVerification(of.anna, mine, of.id, fields)
    expect([made.status, made.body.code]).toEqual([201, undefined])
    const { id, number } = made.body
    await api.product.projector.caughtUp()
    for (const who of [of.anna, of.ben])
      expect(await api.get(`/requests/beleg/${id}?format=json`, who)).toMatchObject({
        status: 400,
        body: {
          code: 'input.invalid',
          details: [{ field: 'id', problem: 'is a call check that is still open' }],
        },
      })
    const proof = await theirs.prove(id, { call: 'was-called' })
    const done = await api.post(`/requests/approve/${id}`, of.ben, { number, ...proof })
    expect([done.status, done.body.code]).toEqual([200, undefined])
    const said = await proved(await belegOf(id, of.ben))
    expect(said.signatures).toHaveLength(2)
    expect(said.request!.call).toEqual({
      asks: 'payment',
      requester: 'i-called',
      approver: 'was-called',
      calledBack: false,
    })
  })

  test('a decline, which no device signs, and says so', async () => {
    const id = await api.newRequest(team)
    await api.decline(id, team.ben)
    const text = await belegOf(id)
    expect((await proved(text)).signatures).toEqual([])
    const { notProved } = await verifyBeleg(text, anchor())
    expect(notProved).toEqual(['names', 'later', 'unsigned-decision', 'no-witness', 'no-time-stamp'])
  })

  test('a request that still waits', async () =>
    expect((await proved(await belegOf(await api.newRequest(team)))).request!.status).toBe('pending'))

  test('what a deputy decides for a colleague', async () => {
    const own = await rules.team()
    phones.set(own.dora, await api.enrol(own.dora))
    const id = await api.newRequest(own)
    await absencesOf(api).away(own.ben, [own.dora])
    await sign(id, own.dora)
    const text = await belegOf(id, own.dora)
    expect((await proved(text)).signatures).toMatchObject([{ onBehalfOf: own.ben.participantId }])
    expect((await verifyBeleg(text, anchor())).notProved).toContain('on-behalf')
  })

  test('a broken glass with its confirmation', async () => {
    const glass = glassOf(api)
    const of = await glass.team()
    const id = await api.newRequest(of)
    expect((await glass.breakIt(id, of)).status).toBe(200)
    await glass.confirm(id, of.carla, of.carlas)
    const said = await proved(await belegOf(id, of.anna))
    expect(said.signatures).toHaveLength(2)
    expect(said.request!.glass).toMatchObject({ reason: REASON })
  })

  test('a change with an address, which a second admin approves, and one that is refused', async () => {
    const changes = changesOf(api.product)
    const of = await changes.protectedTeam()
    const invited = async (email: string) =>
      changes.waiting(await changes.invite(of.anna, of.id, { email, approver: true }))
    const [done, refused] = [await invited('new@example.com'), await invited('other@example.com')]
    expect((await changes.approve(of.cleo, of.cleo.phone, done)).status).toBe(200)
    await changes.refuse(of.cleo, refused)
    const said = await proved(await textOf(`/changes/beleg/${done}`, of.anna))
    expect(said.signatures).toMatchObject([{ participantId: of.cleo.participantId }])
    expect(said.change!.changes[0]).toEqual({ field: 'email', before: null, after: 'new@example.com' })
    const no = await proved(await textOf(`/changes/beleg/${refused}`, of.cleo))
    expect([no.change!.state, no.signatures]).toEqual(['refused', []])
    const promotion = { participantId: of.ben.participantId }
    const waits = await changes.call(of.anna, 'PATCH', `/workspaces/convert-to-admin/${of.id}`, promotion)
    const promoted = changes.waiting(waits)
    await changes.approve(of.cleo, of.cleo.phone, promoted)
    await proved(await textOf(`/changes/beleg/${promoted}`, of.cleo))
  })

  test('a key that another device of its owner, a colleague or the waiting time let in', () =>
    withOwnProduct({ RATE_FACTOR: 1_000 }, async (own) => {
      const of = await own.team()
      const first = await own.enrol(of.ben)
      const approved = async (signer: Signer, { anna, ben }: Pick<Team, 'anna' | 'ben'>) => {
        const id = await own.newRequest({ ...of, anna, ben })
        const { challenge } = (await own.post(`/requests/challenge/${id}`, ben)).body
        const signed = await own.post(`/requests/approve/${id}`, ben, await signer.proofFor(challenge))
        expect([signed.status, signed.body.code]).toEqual([200, undefined])
        return (await proved(await belegOf(id, ben, own), own)).signatures[0]!.device
      }
      const second = await enrolPasskey(own.product, of.ben, undefined, first)
      expect(await approved(second, of)).toMatchObject({
        way: 'own-device',
        vouchedBy: of.ben.participantId,
        vouch: { publicKey: expect.any(String) },
      })
      const third = await own.enrol(of.ben)
      const admin = await own.enrol(of.admin)
      const { challenge } = (await own.post(`/devices/challenge/${third.deviceId}`, of.admin)).body
      const vouch = await own.post(
        `/devices/vouch/${third.deviceId}`,
        of.admin,
        await admin.proofFor(challenge),
      )
      expect([vouch.status, vouch.body.code]).toEqual([200, undefined])
      expect(await approved(third, of)).toMatchObject({
        way: 'colleague',
        vouchedBy: expect.any(String),
        vouch: { publicKey: expect.any(String) },
      })
      const fourth = await own.enrol(of.ben)
      own.product.clock.advance(8 * DAY)
      const again = { anna: await own.newSession(of.anna), ben: await own.newSession(of.ben) }
      expect(await approved(fourth, again)).toMatchObject({ way: 'waited', vouchedBy: null, vouch: null })
    }))
})

describe(`${ROUNDS} random tamperings of a Beleg are found by both programs; seed ${SEED}${whySkipped}`, () => {
  test('of a payment by a rule', async () => {
    const [text, random] = [await belegOf(payment), randomBy(SEED)]
    for (let round = 0; round < ROUNDS; round += 1) {
      const changed = tampered(text, random)
      const { result } = await verifyBeleg(changed, anchor())
      const [theirs] = independent ? await independent.verify(['beleg', changed, key().publicKey]) : [false]
      expect([round, result, theirs]).toEqual([round, 'refused', false])
    }
  })
})

/** The same content, changed and signed anew: by the product, unless by somebody else. */
const forged = (
  text: string,
  change: (content: any) => void,
  config: { CHECKPOINT_KEY: string } = api.product.platform.config,
): string => {
  const content = structuredClone(parsed(text).content) as any
  change(content)
  const log = treeSigner({ PUBLIC_BASE_URL: api.product.platform.config.PUBLIC_BASE_URL, ...config })
  const signed = `${BELEG_DOMAIN}\n${canonicalText(content)}`
  const signature = checkpointKeys(config)[0].sign(signed)
  return canonicalText({ kind: 'vieraugen.beleg', v: 1, content, signature, logSignature: log.sign(signed) })
}

describe('a forged Beleg is refused by name', () => {
  const code = async (text: string, given = anchor()) => {
    const { result, reasons } = await verifyBeleg(text, given)
    if (independent) expect((await independent.verify(['beleg', text, given.keys?.[0] ?? '']))[0]).toBe(false)
    return [result, reasons[0]?.code]
  }

  test('with a key of one’s own: loudly, whatever else fits', async () => {
    const own = { CHECKPOINT_KEY: 'somebody-elses-key-of-32-characters-and-more' }
    const text = forged(
      await belegOf(payment),
      (content) => {
        content.publicKey = checkpointKeys(own)[0].publicKey
        const log = treeSigner({ PUBLIC_BASE_URL: api.product.platform.config.PUBLIC_BASE_URL, ...own })
        const [, size, root] = content.checkpoint.split('\n')
        const tree = { size: Number(size), root: Buffer.from(root, 'base64') }
        content.verifierKey = log.verifierKeys(content.workspace.id)[0]
        content.checkpoint = log.checkpoint(content.workspace.id, tree)
      },
      own,
    )
    expect(await code(text)).toEqual(['refused', 'other-key'])
    expect(await verifyBeleg(text)).toMatchObject({
      result: 'not-proved',
      reasons: [{ code: 'no-anchor', sequence: null }],
    })
  })

  const set =
    (path: string, value: unknown) =>
    (content: any): void => {
      const names = path.split('.')
      const last = names.pop()!
      names.reduce((at, name) => at[name], content)[last] = value
    }
  const changes: readonly (readonly [string, string, (content: any) => void])[] = [
    ['another title', 'other-text', set('request.title', 'Pay another invoice')],
    ['other details', 'other-text', set('request.details', null)],
    ['another amount', 'other-text', set('request.fields.0.value', { value: '1.00', currency: 'EUR' })],
    ['another file', 'other-files', set('request.files.0.sha256', 'a'.repeat(64))],
    ['another name of a file', 'other-files', set('request.files.0.name', 'run.xml')],
    ['another rule', 'other-rule', set('request.rule.applied.rule.count', 1)],
    ['another hash of the rule', 'other-rule', set('request.rule.ruleHash', 'A'.repeat(43))],
    [
      'another requester',
      'other-content',
      set('request.requesterId', '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11'),
    ],
    [
      'another approver',
      'other-content',
      set('signatures.0.participantId', '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11'),
    ],
    [
      'somebody’s behalf',
      'other-content',
      set('signatures.0.onBehalfOf', '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11'),
    ],
    ['another request', 'evidence', set('id', '7c0f6f6e-6b1d-4a53-9a3e-2f6a1c0b9d11')],
    [
      'another key of a device',
      'evidence',
      (content) => {
        const [one, other] = content.entries.slice(-2)
        one.evidence.publicKey = other.evidence.publicKey
      },
    ],
    [
      'one person’s evidence for two',
      'entry-hash',
      (content) => {
        const [one, other] = content.entries.slice(-2)
        Object.assign(other, { ...one, sequence: other.sequence, proof: other.proof })
      },
    ],
    ['no signature', 'signatures', (content) => void content.signatures.pop()],
    ['an entry less, with its signature left', 'signatures', (content) => void content.entries.pop()],
    [
      'entries in another order',
      'entry-order',
      (content) => (content.entries = content.entries.toReversed()),
    ],
    ['another fact', 'entry-hash', set('entries.0.factHash', `h1:${'a'.repeat(64)}`)],
    [
      'another place in the log',
      'entry-not-in-log',
      (content) => {
        content.entries[0].proof = content.entries[1].proof
      },
    ],
  ]
  test.each(changes)('signed by the product itself, but with %s', async (_, expected, change) => {
    expect(await code(forged(await belegOf(payment), change))).toEqual(['refused', expected])
  })

  test('with the checkpoint of another workspace, or an older one', async () => {
    const stranger = await api.team()
    const { body: theirs } = await api.get(`/workspaces/history-checkpoint/${stranger.id}`, stranger.admin)
    const { body: older } = await api.get(`/workspaces/history-checkpoint/${team.id}`, team.admin)
    const text = await belegOf(await api.newRequest(team))
    const swapped = forged(text, (content) => {
      content.checkpoint = theirs.note
    })
    expect(await code(swapped)).toEqual(['refused', 'checkpoint'])
    const foreign = forged(text, (content) => {
      content.checkpoint = theirs.note
      content.verifierKey = theirs.verifierKeys[0]
    })
    expect(await code(foreign)).toEqual(['refused', 'other-workspace'])
    const early = forged(text, (content) => {
      content.checkpoint = older.note
    })
    expect(await code(early)).toEqual(['refused', 'older-checkpoint'])
  })

  test('with a checkpoint that was kept as the anchor: another workspace, and another history', async () => {
    const text = await belegOf(payment)
    const { body: kept } = await api.get(`/workspaces/history-checkpoint/${team.id}`, team.admin)
    expect(await verifyBeleg(text, { checkpoint: kept })).toMatchObject({ result: 'proved' })
    const stranger = await api.team()
    const { body: theirs } = await api.get(`/workspaces/history-checkpoint/${stranger.id}`, stranger.admin)
    const refused = async (checkpoint: any) => (await verifyBeleg(text, { checkpoint })).reasons[0]!.code
    expect(await refused(theirs)).toBe('other-workspace')
    const { sequence } = parsed(text).content.entries[1]!
    const other = { ...kept, content: { ...kept.content, sequence, hash: 'a'.repeat(64) } }
    expect(await refused(other)).toBe('other-history')
  })

  test.each(['', '{}', 'null', '[]', '{"kind":"vieraugen.beleg","v":1}', 'x'.repeat(1_000)])(
    'something else: %j',
    async (text) => {
      expect(await verifyBeleg(text, anchor())).toMatchObject({ result: 'refused', found: null })
    },
  )
})

test('a vouch for another key is refused by name', async () => {
  const own = await api.team()
  const first = await api.enrol(own.ben)
  const second = await enrolPasskey(api.product, own.ben, undefined, first)
  const id = await api.newRequest(own)
  const { challenge } = (await api.post(`/requests/challenge/${id}`, own.ben)).body
  await api.post(`/requests/approve/${id}`, own.ben, await second.proofFor(challenge))
  const text = await belegOf(id, own.ben)
  await proved(text)
  for (const change of [
    (device: any) => (device.way = 'colleague'),
    (device: any) => (device.vouch = parsed(text).content.entries.at(-1)!.evidence),
    (device: any) => (device.vouch.signature = 'A'.repeat(86)),
  ]) {
    const changed = forged(text, (content) => void change(content.signatures[0].device))
    expect((await verifyBeleg(changed, anchor())).reasons[0]!.code).toBe('vouch')
    if (independent) expect((await independent.verify(['beleg', changed, key().publicKey]))[0]).toBe(false)
  }
})
