import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SignedContent } from '#contract/requests/requests.ts'
import { canonicalText, hashOfText, textHash } from '#contract/requests/signing.ts'
import { signaturesOf } from '#modules/requests/proof/verify-request.ts'
import { signaturesOfChanges } from '#modules/workspaces/changes/verify-changes.ts'
import { eraseWorkspace } from '#modules/workspaces/erase-workspace.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import { historyFaultText } from '#contract/evidence/fault-texts.ts'
import { BrokenHistory } from '#contract/evidence/faults.ts'
import { verifyHistory, type VerifyOptions } from '#contract/evidence/verify-history.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { verifyEvidence, type KeptEvidence } from '#platform/secrets/evidence.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { history } from '../../../../services/ops/history.ts'
import { buildWorker } from '../../../../services/worker/worker.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { newAuthenticator, type Authenticator } from '#support/product/authenticator.ts'
import { altered as alteredIn } from '#support/forged/altered.ts'
import { eventually } from '#support/eventually.ts'
import { enrolPasskey } from '#support/product/passkeys.ts'
import type { Person } from '#support/product/product.ts'
import { changesOf } from '#support/workspaces/changes.ts'
import { verificationBody, openRequests, type RequestApi } from '#support/product/requests.ts'

/** The signatures of call checks and changes are verified from the events or an export alone, even after people were erased. */

let api: RequestApi
let worker: ReturnType<typeof buildWorker>
const ORIGIN = 'http://localhost'
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  worker = buildWorker(api.product.platform)
  await worker.start()
})
afterAll(async () => {
  await worker?.stop()
  await api?.product.close()
})

/** Anna signed with a passkey, Ben with a PIN. */
const verified = async () => {
  const team = await api.team()
  const { authenticator } = await enrolPasskey(api.product, team.anna)
  const bens = await api.enrol(team.ben)
  const fields = verificationBody({ approverId: team.ben.participantId, details: 'Invoice 7' })
  const { challenge } = (await api.post(`/requests/prepare/${team.id}`, team.anna, fields)).body
  const proof = { challenge, assertion: authenticator.get(challenge) }
  const { id, number } = (await api.post(`/requests/create/${team.id}`, team.anna, { ...fields, proof })).body
  const approval = { ...(await bens.prove(id)), number }
  expect((await api.post(`/requests/approve/${id}`, team.ben, approval)).status).toBe(200)
  return { ...team, authenticator, requestId: id as string }
}
/** The verified signatures; expects no fault. */
const proved = async (requestId: string) => {
  const found = await Array.fromAsync(signaturesOf(api.product.platform, requestId, [ORIGIN]))
  expect(found.map(({ type, fault }) => [type, fault])).toEqual([
    ['RequestCreated', null],
    ['RequestApproved', null],
  ])
  const facts = (await api.facts(requestId)).filter(({ data }) => data['evidence'])
  const contents = facts.map(({ data }) => verifyEvidence(data['evidence'] as KeptEvidence, [ORIGIN]))
  return (await Promise.all(contents)).map(({ content }) => content as SignedContent)
}

/** The command `history evidence` with the settings of the product, and what it prints. */
const opsOf = () => {
  for (const [name, value] of Object.entries(api.product.platform.config))
    vi.stubEnv(name, value === undefined ? undefined : String(value))
  vi.stubEnv('EVENTSTORE_URL', api.product.platform.config.EVENTSTORE_URL ?? 'database')
  const said: string[] = []
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void said.push(String(text)))
  return { said, ops: (...args: string[]) => history.run(['evidence', ...args]) }
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const lines = async ({ id, admin }: { id: string; admin: Person }) => {
  const { token } = admin
  const answer = await api.product.call('GET', `/workspaces/history-export/${id}?format=jsonl`, { token })
  return String(answer.body).trimEnd().split('\n')
}
const verify = (text: readonly string[], options?: VerifyOptions) =>
  verifyHistory(Readable.from(text), options)
/** What is found to be wrong with a log. */
const brokenIn = (text: readonly string[]): Promise<BrokenHistory> =>
  verify(text).then(
    () => Promise.reject(new Error('Nothing is wrong with it.')),
    (error: unknown) => (error instanceof BrokenHistory ? error : Promise.reject(error as Error)),
  )
/** The log with changed entries and a valid checkpoint. */
const resigned = async (text: readonly string[], change: (entry: any) => object) => {
  const { content } = JSON.parse(text.at(-1)!).checkpoint
  const entries = text.slice(0, -1).map((line) => {
    const { lineHash: _, ...entry } = JSON.parse(line)
    return change(entry) as ExportedEntry
  })
  const log = {
    pages: async function* () {
      yield entries
    },
  } as unknown as ExportedLog
  const [key] = checkpointKeys(api.product.platform.config)
  const { v: _, kind: __, keyId: ___, ...claims } = content
  const made = historyLines(
    log,
    async () => new Map(),
    (written) => signCheckpoint(key, { ...claims, export: { filters: {}, ...written } }),
  )
  return Buffer.concat(await Array.fromAsync(made))
    .toString()
    .trimEnd()
    .split('\n')
}

const altered = (event: StoredEvent, changes: object) => alteredIn(api.product.platform, event, changes)

/** The events and their verified signatures after fields of the first or second event were erased. */
const without = (requestId: string, at: 0 | 1, field: string) =>
  eventually(async () => {
    const facts = await api.facts(requestId)
    expect(facts[at]!.data[field]).toBeNull()
    return { facts, contents: await proved(requestId) }
  })
const leave = async ({ token }: Person) =>
  expect((await api.product.call('DELETE', '/users/delete-account', { token })).status).toBe(200)

test('both signatures are valid, and cover the same text', async () => {
  const { requestId, anna, ben } = await verified()
  const facts = await api.facts(requestId)
  const contents = await proved(requestId)
  expect(contents).toMatchObject([
    { kind: 'creation', requestId, requesterId: anna.participantId, approverId: ben.participantId },
    { kind: 'approval', requestId, requesterId: anna.participantId, approverId: ben.participantId },
  ])
  const { title, details, salt } = facts[0]!.data as Record<string, string>
  const hash = await textHash({ title: title!, details: details!, salt: salt! })
  expect(contents.map((content) => content.textHash)).toEqual([hash, hash])
})

describe('an invalid signature is reported', () => {
  let made: Awaited<ReturnType<typeof verified>>
  let created: StoredEvent
  let kept: KeptEvidence
  beforeAll(async () => {
    made = await verified()
    const [event] = await api.product.platform.eventStore.readStream(`request-${made.requestId}`)
    created = event!
    kept = created.data['evidence'] as KeptEvidence
  })

  /** The fault that is found if the store had this creation. */
  const faultOf = (changes: object) => faultWith(created, changes)
  /** The fault that is found if the store had this event. */
  const faultWith = async (event: StoredEvent, changes: object) => {
    const [first] = await Array.fromAsync(signaturesOf(altered(event, changes), made.requestId, [ORIGIN]))
    return first!.fault
  }
  type Tweaks = Parameters<Authenticator['get']>[1]
  const signedBy = (
    { get }: Authenticator,
    { challenge, tweaks }: { challenge: string; tweaks?: Tweaks },
  ) => {
    const { signature, authenticatorData, clientDataJSON } = get(challenge, tweaks).response
    return { signature, authenticatorData, clientDataJSON }
  }
  const again = (tweaks: Tweaks) => ({
    evidence: { ...kept, ...signedBy(made.authenticator, { challenge: kept.challenge, tweaks }) },
  })
  /** Other content, correctly signed with the same key. */
  const of = async (changes: object) => {
    const canonical = canonicalText({ ...JSON.parse(kept.canonical), ...changes })
    const challenge = await hashOfText(canonical)
    return { evidence: { ...kept, canonical, challenge, ...signedBy(made.authenticator, { challenge }) } }
  }

  test('by a device that was still waiting', async () => {
    const events = await api.product.platform.eventStore.readStream(userStream(made.anna.userId))
    const enrolled = events.find(
      ({ type, data }) => type === 'DeviceEnrolled' && data['publicKey'] === kept.publicKey,
    )!
    const signedAt = Date.parse(created.metadata['at'] as string)
    const faultIfUsable = (ms: number) =>
      faultWith(enrolled, { usableFrom: new Date(signedAt + ms).toISOString() })
    expect(await faultIfUsable(1)).toBe('the device of the signer was still waiting')
    expect(await faultIfUsable(-1)).toBeNull()
  })

  test.each<[string, RegExp, () => object | Promise<object>]>([
    ['that is missing', /there is no evidence/, () => ({ evidence: undefined })],
    [
      'that is missing without an assurance',
      /there is no evidence/,
      () => ({ evidence: undefined, assurance: undefined }),
    ],
    ['without the user being verified', /with the person verified/, () => again({ flags: 0x01 })],
    ['for another site', /with the person verified/, () => again({ rpId: 'evil.example' })],
    ['as if it were made', /with the person verified/, () => again({ type: 'webauthn.create' })],
    ['in a frame of another page', /with the person verified/, () => again({ crossOrigin: true })],
    [
      'on a page of ours elsewhere',
      /page of https:\/\/evil/,
      () => again({ origin: 'https://evil.example', rpId: 'evil.example' }),
    ],
    [
      'of another text',
      /another text was signed/,
      () => ({ evidence: { ...kept, canonical: kept.canonical.replace('"v":1', '"v":2') } }),
    ],
    [
      'of another content',
      /another text was signed/,
      () => ({ evidence: { ...kept, challenge: 'A'.repeat(43) } }),
    ],
    ['of no content of ours', /no content of ours/, () => of({ v: 9 })],
    ['of a call that the request does not describe', /another v/, () => of({ v: 2 })],
    ['of another time', /another expiresAt/, () => of({ expiresAt: '2030-01-01T00:00:00.000Z' })],
    ['of another request', /another requestId/, () => of({ requestId: randomUUID() })],
    ['of an approval', /another kind/, () => of({ kind: 'approval' })],
    ['of another title', /the request has another text/, () => ({ title: 'Pay somebody else' })],
    [
      'changed',
      /the passkey did not sign it/,
      () => ({ evidence: { ...kept, signature: kept.signature.replace(/.{4}$/, 'AAAA') } }),
    ],
    ['by a PIN', /not signed with a pin/, () => ({ assurance: 'pin' })],
    ['by what is no key', /the passkey did not sign it/, () => ({ evidence: { ...kept, publicKey: 'AA' } })],
  ])('%s', async (_what, fault, changes) => {
    expect(await faultOf({})).toBeNull()
    expect(await faultOf(await changes())).toMatch(fault)
  })

  test('by the key of a stranger, of a colleague, or one that was enrolled later', async () => {
    const { anna, admin } = made
    for (const who of [anna, admin]) {
      const { authenticator, deviceId } = await enrolPasskey(api.product, who)
      const enrolled = (await api.product.facts(`user-${who.userId}`)).at(-1)!.data
      expect(enrolled['deviceId']).toBe(deviceId)
      const publicKey = enrolled['publicKey'] as string
      const by = signedBy(authenticator, { challenge: kept.challenge })
      expect(await faultOf({ evidence: { ...kept, ...by, publicKey, deviceId } })).toMatch(
        /had not enrolled this key/,
      )
      expect(await faultOf({ evidence: { ...kept, ...by, publicKey } })).toMatch(/had not enrolled this key/)
      expect(await faultOf({ evidence: { ...kept, ...by } })).toMatch(/the passkey did not sign it/)
    }
    const stranger = signedBy(newAuthenticator(ORIGIN), { challenge: kept.challenge })
    expect(await faultOf({ evidence: { ...kept, ...stranger } })).toMatch(/the passkey did not sign it/)
  })
})

test('an approval in a list is verified from the events and from an export, and only as the signer’s own', async () => {
  const team = await api.team()
  const phone = await api.enrol(team.ben)
  const ids = [await api.newRequest(team), await api.newRequest(team)] as const
  const signed = await phone.proveMany(ids)
  expect((await api.post('/requests/approve-many', team.ben, signed)).status).toBe(200)
  await eventually(async () =>
    expect(await verify(await lines(team), { origins: [ORIGIN] })).toMatchObject({ signatures: 2 }),
  )

  const approved = (await api.product.platform.eventStore.readStream(`request-${ids[1]}`))[1]!
  const kept = approved.data['evidence'] as KeptEvidence
  const faultWith = async (changes: object) =>
    (await Array.fromAsync(signaturesOf(altered(approved, changes), ids[1], [ORIGIN])))[0]!.fault
  const listOf = async (changes: object) => {
    const canonical = canonicalText({ ...JSON.parse(kept.canonical), ...changes })
    const challenge = await hashOfText(canonical)
    return { evidence: { ...kept, canonical, challenge, signature: await phone.sign(challenge) } }
  }
  expect(await faultWith({})).toBeNull()
  expect(await faultWith(await listOf({}))).toBeNull()
  expect(await faultWith(await listOf({ approverUserId: team.anna.userId }))).toBe(
    'the list is of somebody else',
  )
})

test('the signatures of a workspace are those of its requests', async () => {
  const { id, requestId, anna } = await verified()
  await api.ask(anna, id)
  const found = await Array.fromAsync(signaturesOf(api.product.platform, id, [ORIGIN]))
  expect(found).toMatchObject([{ requestId }, { requestId, fault: null }])
})

describe('the approval of a change', () => {
  /** Anna asks for two changes, which Cleo signs with a PIN. */
  const changed = async () => {
    const changes = changesOf(api.product)
    const team = await changes.protectedTeam()
    const { anna, cleo, ben, id } = team
    const invited = { email: `${randomUUID()}@a.example`, role: 'admin' }
    for (const answer of [
      await changes.call(anna, 'PATCH', `/workspaces/convert-to-admin/${id}`, {
        participantId: ben.participantId,
      }),
      await changes.invite(anna, id, invited),
    ])
      expect((await changes.approve(cleo, cleo.phone, changes.waiting(answer))).status).toBe(200)
    const events = await api.product.platform.eventStore.readStream(workspaceStream(id))
    const of = (wanted: string) => events.filter(({ type }) => type === wanted)
    return { ...team, asked: of('ChangeAsked'), approved: of('ChangeApproved') }
  }
  let made: Awaited<ReturnType<typeof changed>>
  beforeAll(async () => {
    made = await changed()
  })
  /** The faults that are found if the store had this event. */
  const faults = async (event: StoredEvent, changes: object) => {
    const found = signaturesOfChanges(altered(event, changes), made.id, [ORIGIN])
    return (await Array.fromAsync(found)).map(({ fault }) => fault)
  }
  const evidenceOf = (event: StoredEvent) => event.data['evidence'] as KeptEvidence

  test('is valid in each change, also once the invited address is erased', async () => {
    const { asked, approved } = made
    expect(approved).toHaveLength(3)
    expect(await faults(approved[0]!, {})).toEqual([null, null, null])
    expect(await faults(asked[2]!, { invitedEmail: null, salt: null })).toEqual([null, null, null])
  })

  test.each<[string, RegExp, (of: typeof made) => [StoredEvent, object]]>([
    [
      'forged',
      /the key did not sign it/,
      ({ approved: [, one] }) => {
        return [one!, { evidence: { ...evidenceOf(one!), signature: 'A'.repeat(86) } }]
      },
    ],
    [
      'exchanged for that of another change',
      /another changeId was signed/,
      ({ approved: [other, one] }) => [one!, { evidence: evidenceOf(other!) }],
    ],
    [
      'of what somebody else asked for',
      /another requestedBy/,
      ({ asked: [, one], cleo, ben }) => [
        one!,
        { participantId: ben.participantId, userId: ben.userId, email: cleo.email },
      ],
    ],
    [
      'of another act',
      /another changeHash/,
      ({ asked: [, one], ben }) => [
        one!,
        { act: { kind: 'make-approver', participantId: ben.participantId } },
      ],
    ],
    [
      'of another time',
      /another expiresAt/,
      ({ asked: [, one] }) => [one!, { expiresAt: '2030-01-01T00:00:00.000Z' }],
    ],
    [
      'of another admin',
      /another approverId/,
      ({ approved: [, one], ben }) => [one!, { participantId: ben.participantId }],
    ],
    [
      'by a key that the admin had not enrolled',
      /had not enrolled this key/,
      ({ approved: [, one], ben }) => [one!, { userId: ben.userId }],
    ],
    [
      'by the admin who asked',
      /the admin who asked for it signed it/,
      ({ approved: [, one], anna }) => [one!, { userId: anna.userId }],
    ],
    ['that nobody asked for', /nobody had asked/, ({ asked: [, one] }) => [one!, { changeId: randomUUID() }]],
    [
      'by no passkey',
      /not signed with a passkey/,
      ({ approved: [, one] }) => [one!, { assurance: 'passkey' }],
    ],
  ])('is told if it is %s', async (_what, fault, change) => {
    expect(await faults(...change(made))).toEqual([null, expect.stringMatching(fault), null])
  })

  test('is checked by the ops command and in an export', async () => {
    const { id, anna, approved } = made
    const { said, ops } = opsOf()
    expect(await ops(id)).toBe(0)
    expect(said).toEqual([expect.stringMatching(/^3 signatures are valid/)])
    const text = await lines({ id, admin: anna })
    expect(await verify(text)).toMatchObject({ signatures: 3 })
    const isOne = ({ target, action }: any) =>
      action === 'change.approved' && target.id === approved[1]!.data['changeId']
    const { sequence } = text.map((line) => JSON.parse(line)).find(isOne)
    const cases: [RegExp, object][] = [
      [/something else/, { evidence: evidenceOf(approved[0]!) }],
      [/did not sign it/, { evidence: { ...evidenceOf(approved[1]!), signature: 'A'.repeat(86) } }],
      [/no evidence/, { evidence: undefined }],
    ]
    for (const [fault, change] of cases) {
      const broken = await resigned(text, (entry) => (isOne(entry) ? { ...entry, ...change } : entry))
      const found = await brokenIn(broken)
      expect(found.sequence).toBe(sequence)
      expect(historyFaultText(found)).toMatch(fault)
    }
  })
})

test('the ops command reports valid and invalid signatures, and the accepted origins', async () => {
  const { requestId } = await verified()
  const { said, ops } = opsOf()
  expect(await ops(requestId)).toBe(0)
  expect(await ops(requestId, '--origin', 'https://before.example', '--origin', ORIGIN)).toBe(0)
  expect(said).toEqual(Array(2).fill(expect.stringMatching(/^2 signatures are valid/)))
  expect(await ops(requestId, '--origin', 'https://other.example')).toBe(1)
  expect(said.at(-2)).toMatch(/^BROKEN: RequestCreated of .* on a page of http:\/\/localhost\.$/)
  await expect(ops(randomUUID())).rejects.toThrow(/No request/)
})

describe('an export by itself', () => {
  test('proves every signature, and shows an invalid one', async () => {
    const team = await verified()
    const text = await lines(team)
    expect(await verify(text)).toMatchObject({ signatures: 2, origins: [ORIGIN] })
    expect(await verify(text, { origins: [ORIGIN] })).toMatchObject({ signatures: 2 })
    const { sequence } = text
      .map((line) => JSON.parse(line))
      .find(({ action }) => action === 'request.created')
    await expect(verify(text, { origins: ['https://other.example'] })).rejects.toMatchObject({ sequence })

    const isCreation = ({ action }: { action?: string }) => action === 'request.created'
    const cases: [RegExp, (entry: any) => object][] = [
      [/no evidence/, (entry) => ({ ...entry, evidence: undefined })],
      [
        /another text was signed/,
        (entry) => ({ ...entry, evidence: { ...entry.evidence, challenge: 'A'.repeat(43) } }),
      ],
      [/did not sign it/, (entry) => ({ ...entry, evidence: { ...entry.evidence, signature: 'AAAA' } })],
      [/something else/, (entry) => ({ ...entry, target: { ...entry.target, id: randomUUID() } })],
      [/something else/, (entry) => ({ ...entry, action: 'request.approved' })],
      [/something else/, (entry) => ({ ...entry, assurance: 'pin' })],
    ]
    expect(await verify(await resigned(text, (entry) => entry))).toMatchObject({ signatures: 2 })
    for (const [fault, change] of cases) {
      const broken = await resigned(text, (entry) => (isCreation(entry) ? change(entry) : entry))
      const found = await brokenIn(broken)
      expect(found.sequence).toBe(sequence)
      expect(historyFaultText(found)).toMatch(fault)
    }
    const other = (await lines(await verified())).map((line) => JSON.parse(line)).find(isCreation)
    const foreign = ({ target, ...entry }: any) =>
      isCreation(entry) ? { ...entry, target: other.target, evidence: other.evidence } : { ...entry, target }
    await expect(verify(await resigned(text, foreign))).rejects.toMatchObject({ fault: 'other-workspace' })
  })
})

test('both signatures stay valid without the address once the requester is erased', async () => {
  const { requestId, anna } = await verified()
  const before = await proved(requestId)
  await leave(anna)
  const { facts, contents } = await without(requestId, 0, 'requesterEmail')
  expect(contents).toEqual(before)
  expect(facts[1]!.data['email']).not.toBeNull()
  expect(JSON.stringify(facts)).not.toContain(anna.email)
})

test('both signatures stay valid without the address once the approver is erased', async () => {
  const { requestId, ben } = await verified()
  const before = await proved(requestId)
  await leave(ben)
  const { facts, contents } = await without(requestId, 1, 'email')
  expect(contents).toEqual(before)
  expect(facts[0]!.data).toMatchObject({ approverEmail: null, requesterEmail: expect.any(String) })
  expect(JSON.stringify(facts)).not.toContain(ben.email)
})

test('both signatures stay valid once the workspace is erased, without the text and its salt', async () => {
  const { requestId, id, admin } = await verified()
  const before = await proved(requestId)
  await api.product.call('DELETE', `/workspaces/delete/${id}`, { token: admin.token })
  await eraseWorkspace(api.product.platform, id)
  const { facts, contents } = await without(requestId, 0, 'title')
  expect(contents).toEqual(before)
  expect(facts[0]!.data).toMatchObject({ title: null, details: null, salt: null })
})
