import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCommands } from '#platform/commands/execute-command.ts'
import { createFingerprints } from '#platform/commands/fingerprints.ts'
import type { JsonObject, StoredEvent } from '#platform/event-store/event-store.ts'
import { hashOfFact } from '#platform/facts/event-codec.ts'
import { AlteredFact } from '#platform/facts/fact-macs.ts'
import { allEvents } from '#modules/all.events.ts'
import { createCredentials } from '#modules/accounts/passwords/credential.store.ts'
import { allRows } from '#modules/all-rows.ts'
import { takeOver } from '#modules/operations/take-over.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { openPlatform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { NotTakenOver } from '#platform/stores/taken-over.ts'
import { readModels } from '#projections/projector.ts'
import { checkLog } from '#platform/seals/check-log.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openRequests, withOwnProduct, type RequestApi, type Team } from '#support/product/requests.ts'
import { expectDeadLetters } from '#support/servers/postgres.ts'
import { eventually } from '#support/eventually.ts'
import { activeBuildName, buildAnew } from '#support/read-models/builds.ts'
import { projections } from '#projections/index.ts'
import { openBucket } from '#support/servers/bucket.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import { buildApi } from '../../services/api/app.ts'
import { inspectSeals } from '../../services/ops/doctor/inspect-seals.ts'
import { mailSeals } from '../../services/worker/mail-seals.ts'
import { storeSeals } from '../../services/worker/store-seals.ts'

/** What the owner of the database can do to the events, without any of the keys. */

expectDeadLetters()
let api: RequestApi
let team: Team
beforeAll(async () => {
  api = await openRequests()
  team = await api.team()
})
afterAll(() => api?.product.close())

/** Changes stored events, as only the owner of their table can. */
const asOwner = async (own: RequestApi, sql: string, bindings: readonly string[] = []) =>
  own.product.asOwner(async (trx) => {
    await trx.raw('ALTER TABLE event_store.events DISABLE TRIGGER immutable')
    await trx.raw(sql, [...bindings])
    await trx.raw('ALTER TABLE event_store.events ENABLE ALWAYS TRIGGER immutable')
  })
const overwrite = (own: RequestApi, { stream, revision, type, data, metadata }: StoredEvent) =>
  asOwner(
    own,
    'UPDATE event_store.events SET type = ?, data = ?, metadata = ? WHERE stream = ? AND revision = ?::bigint',
    [type, JSON.stringify(data), JSON.stringify(metadata), stream, String(revision)],
  )
/** A request in a workspace of its own. */
const newRequest = async () => api.newRequest(await api.team())
const storedIn = (stream: string) => api.product.platform.eventStore.readStream(stream)

/** An event with other data, whose hash is right again. */
const forged = (event: StoredEvent, data: JsonObject, metadata = event.metadata): StoredEvent => {
  const altered = { ...event, data: { ...event.data, ...data }, metadata }
  return { ...altered, metadata: { ...metadata, hash: hashOfFact(altered, event.stream) } }
}

/** The API of another process, which remembers no stream. */
const freshApi = async () => {
  const { platform } = api.product
  const fingerprints = createFingerprints(platform.keys, platform.clock)
  const commands = createCommands(platform.eventStore, platform.codec, fingerprints)
  const app = await buildApi({ ...platform, commands }, { localMailbox: false })
  await app.ready()
  return app
}

test('alters a decision and makes its hash anew: it is read nowhere, and told', async () => {
  const { platform } = api.product
  const requestId = await api.newRequest(team)
  await api.decline(requestId, team.ben)
  const [created] = await storedIn(`request-${requestId}`)
  await overwrite(api, forged(created!, { approverId: null }))
  const error = vi.spyOn(platform.log, 'error')
  await expect(platform.codec.decode(await storedIn(`request-${requestId}`))).rejects.toThrow(AlteredFact)
  expect(error).toHaveBeenCalledWith(
    { security: 'fact.altered', stream: `request-${requestId}`, revision: 0, type: 'RequestCreated' },
    expect.any(String),
  )
  expect(await platform.metrics.text()).toMatch(
    /^vieraugen_altered_facts_total\{type="RequestCreated"\} [1-9]/m,
  )
  const app = await freshApi()
  const answer = await app.inject({
    method: 'POST',
    url: `/requests/report/${requestId}`,
    headers: { authorization: `Bearer ${team.anna.token}` },
  })
  await app.close()
  expect(answer.json()).toMatchObject({ statusCode: 503, code: 'fact.altered' })
})

test('takes the MAC away as well: an event without one counts only if it was taken over', async () => {
  const requestId = await newRequest()
  const [created] = await storedIn(`request-${requestId}`)
  const { mac: _, ...metadata } = created!.metadata
  await overwrite(api, { ...created!, metadata })
  await expect(api.product.platform.codec.decode(await storedIn(`request-${requestId}`))).rejects.toThrow(
    AlteredFact,
  )
})

test('moves a true event to another stream: its MAC names the stream', async () => {
  const [one, other] = [await newRequest(), await newRequest()]
  const [created] = await storedIn(`request-${one}`)
  await overwrite(api, { ...created!, stream: `request-${other}` })
  await expect(api.product.platform.codec.decode(await storedIn(`request-${other}`))).rejects.toThrow(
    AlteredFact,
  )
})

test('inserts an event that makes them super admin: nobody believes it', async () => {
  const { platform } = api.product
  const { userId } = await api.product.person({ role: 'regular user' })
  const last = (await storedIn(userStream(userId))).at(-1)!
  const revision = last.revision + 1
  const raised = forged(
    { ...last, id: crypto.randomUUID(), type: 'UserRoleRaised', revision, data: {} },
    { userId, role: 'super admin' },
    { ...last.metadata, revision, version: 1, previousHash: last.metadata['hash']! },
  )
  await platform.eventStore.append(userStream(userId), last.revision, [raised])
  await expect(platform.codec.decode(await storedIn(userStream(userId)))).rejects.toThrow(AlteredFact)
})

test('alters an event and waits for a rebuild: it is parked, and the new build does not take over', async () => {
  const { db } = api.product.platform
  const [created] = await storedIn(`request-${await newRequest()}`)
  await overwrite(api, forged(created!, { approverId: null }))
  const build = await buildAnew(
    db,
    projections.find(({ name }) => name === 'requests')!,
  )
  await eventually(async () => {
    const parked = await db('parked_facts').where({ build: build.name, event_id: created!.id })
    expect(parked).toMatchObject([{ held: false, error: expect.stringContaining('AlteredFact') }])
  })
  const reason = expect.stringContaining('blocked facts')
  const error = vi.spyOn(api.product.platform.log, 'error')
  await eventually(async () =>
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ why: reason }), expect.any(String)),
  )
  expect(await activeBuildName(db, 'requests')).not.toBe(build.name)
})

test('what a program without MACs wrote is taken over once, by the operator and not by who writes to the database', () =>
  withOwnProduct({}, async (own) => {
    const { product } = own
    const { db, config, passwords } = product.platform
    const person = await product.person()
    const hash = addressHash(config.ADDRESS_KEY, person.email)
    await createCredentials(product.platform).set(person.userId, hash, await passwords.hash('correct horse'))
    await asOwner(
      own,
      `UPDATE event_store.events SET metadata = regexp_replace(metadata, ',"mac":"[^"]*"', '')`,
    )
    await db('credentials').update({ mac: null })
    const open = () =>
      openPlatform(config, { log: silentLog, catalogue: allEvents, readModels, isUngated: true })

    const upgraded = await open()
    await expect(upgraded.gate.pass()).rejects.toThrow(NotTakenOver)
    const events = await upgraded.eventStore.readStream(userStream(person.userId))
    await expect(upgraded.codec.decode(events)).rejects.toThrow(AlteredFact)
    expect(await takeOver(upgraded, allRows)).toEqual({ rows: 1, until: null })
    expect(await takeOver(upgraded, allRows)).toBe('again')
    await upgraded.close()

    const later = await open()
    await later.gate.pass()
    expect(await later.codec.decode(events)).toHaveLength(events.length)
    expect(await createCredentials(later).find(hash)).toMatchObject({ userId: person.userId })
    await db('credentials').update({ mac: null })
    expect(await createCredentials(later).find(hash)).toBeUndefined()
    await product.platform.eventStore.append('ops-other', 'no_stream', [
      { ...events[0]!, id: crypto.randomUUID() },
    ])
    await expect(later.codec.decode(await later.eventStore.readStream('ops-other'))).rejects.toThrow(
      AlteredFact,
    )
    await later.close()
  }))

test('in a rolling upgrade rows and events of the older program count for an hour', () =>
  withOwnProduct({}, async (own) => {
    const { product } = own
    const { platform, clock } = product
    const { db } = platform
    const person = await product.person()
    await asOwner(
      own,
      `UPDATE event_store.events SET metadata = regexp_replace(metadata, ',"mac":"[^"]*"', '')`,
    )
    const taken = await takeOver(platform, allRows, { rolling: true })
    expect(taken).toMatchObject({ until: expect.any(Date) })
    platform.factMacs.takeOver({ to: null, until: (taken as { until: Date }).until })
    platform.rowMacs.takeOver(taken as { until: Date })
    // The older program refreshes the session.
    await db('sessions').where({ user_id: person.userId }).update({ counter: 1 })
    const current = () => product.call('GET', '/users/current', { token: person.token })
    expect((await current()).status).toBe(200)
    const events = await platform.eventStore.readStream(userStream(person.userId))
    expect(await platform.codec.decode(events)).toHaveLength(events.length)
    clock.advance(3_600_000)
    await expect(platform.codec.decode(events)).rejects.toThrow(AlteredFact)
    expect((await current()).status).toBe(401)
  }))

test('cuts off the end of the log: the seal outside names an event that is gone', () =>
  withOwnProduct({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') }, async (own) => {
    const { product } = own
    const { seals, eventStore, factMacs } = product.platform
    await product.person()
    const look = async () => checkLog({ eventStore, factMacs }, await seals!.read())
    expect([await seals!.seal(), await seals!.misfit()]).toEqual([1, null])
    expect(await look()).toMatchObject({ seals: 1, faults: [] })
    const health = async () => (await product.platform.readiness()).checks['seals']
    expect(await health()).toBe('fit')
    await asOwner(
      own,
      'DELETE FROM event_store.events WHERE position = (SELECT max(position) FROM event_store.events)',
    )
    expect(await seals!.misfit()).toMatch(/was sealed and is gone$/)
    expect((await look()).faults).toEqual([expect.stringMatching(/^the seal of .* are gone$/)])
    await eventually(async () => {
      expect(await product.platform.readiness()).toMatchObject({ status: 'degraded' })
      expect(await health()).toMatch(/is gone$/)
    })
  }))

/** Where seals go besides their ledger: each of these has lost none of them, and remembers what it had. */
const outlets = [
  [
    'a mailbox',
    async () => {
      const smtp = await openSmtpSink()
      return {
        send: mailSeals,
        settings: { SEAL_MAIL_TO: 'seals@elsewhere.example', SMTP_URL: smtp.url },
        away: { settings: { SMTP_URL: 'smtp://127.0.0.1:1' }, fault: { code: 'ESOCKET' } },
        left: () => smtp.received.map(({ raw }) => raw),
        // One mail in 15 minutes is enough.
        expected: [1, 1, 1, 2, 2],
        close: () => smtp.close(),
      }
    },
  ],
  [
    'a bucket',
    async () => {
      const bucket = await openBucket()
      const wrong = bucket.url.replace('secret', 'wrong')
      return {
        send: storeSeals,
        settings: { SEAL_BUCKET_URL: bucket.url, SEAL_BUCKET_REGION: bucket.region },
        away: {
          settings: { SEAL_BUCKET_URL: wrong },
          fault: { code: 'SignatureDoesNotMatch', responseCode: 403 },
        },
        left: () => [...bucket.objects.values()].map(String),
        expected: [1, 1, 2, 2, 2],
        close: () => bucket.close(),
      }
    },
  ],
] as const

test.each(outlets)(
  'cuts off the end of the log and the file of seals: the seal in %s names what is gone',
  async (_, open) => {
    const outlet = await open()
    const file = join(temporaryFolder(), 'seals.jsonl')
    await withOwnProduct({ SEAL_LEDGER: file, ...outlet.settings }, async (own) => {
      const { platform, clock, person } = own.product
      await person()
      await platform.seals!.seal()
      const config = { ...platform.config, ...outlet.away.settings }
      // A failed attempt is repeated; without a new seal nothing leaves.
      await expect(outlet.send({ ...platform, config })).rejects.toMatchObject(outlet.away.fault)
      const left: number[] = []
      for (const minutes of [0, 0, 14, 2, 16]) {
        clock.advance(minutes * 60_000)
        await person()
        if (minutes < 16) await platform.seals!.seal()
        await outlet.send(platform)
        left.push(outlet.left().length)
      }
      expect(left).toEqual(outlet.expected)
      const saved = join(temporaryFolder(), 'saved')
      writeFileSync(saved, outlet.left().at(-1)!)
      const doctor = () => inspectSeals(platform, { all: false, seal: saved })
      expect((await doctor()).isWrong).toBeUndefined()

      writeFileSync(file, '')
      await asOwner(
        own,
        'DELETE FROM event_store.events WHERE position > (SELECT max(position) - 6 FROM event_store.events)',
      )
      expect(await doctor()).toMatchObject({ isWrong: true, more: [expect.stringMatching(/ are gone$/)] })
      writeFileSync(saved, outlet.left().at(-1)!.replace('events":', 'events":1'))
      expect((await doctor()).text).toContain('not signed by this installation')
    })
    await outlet.close()
  },
)

test('puts back another past, with every hash right: the seals outside do not fit it', () =>
  withOwnProduct({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') }, async (own) => {
    const { product } = own
    const { seals, eventStore, factMacs } = product.platform
    const { userId } = await product.person()
    await seals!.seal()
    const [first] = await eventStore.readStream(userStream(userId))
    await overwrite(own, forged(first!, { language: 'de' }))
    const { faults } = await checkLog({ eventStore, factMacs }, await seals!.read())
    expect(faults).toEqual(
      expect.arrayContaining([
        `${userStream(userId)} 0: not written by this product`,
        expect.stringMatching(/are not those that were sealed$/),
      ]),
    )
  }))

test('rewrites a seal: it is not signed', () =>
  withOwnProduct({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') }, async ({ product }) => {
    const { seals, config } = product.platform
    await product.person()
    await seals!.seal()
    const path = config.SEAL_LEDGER!
    writeFileSync(path, readFileSync(path, 'utf8').replace('"events":', '"events":1'))
    await expect(seals!.read()).rejects.toThrow('not signed by this installation')
    await expect(seals!.misfit()).rejects.toThrow('not signed by this installation')
  }))

test('a seal follows at the latest after 1,000 events, or after three minutes', () =>
  withOwnProduct({ SEAL_LEDGER: join(temporaryFolder(), 'seals.jsonl') }, async ({ product }) => {
    const { seals, eventStore, codec } = product.platform
    await product.person()
    expect(await seals!.seal()).toBe(1)
    await product.person()
    expect(await seals!.seal()).toBe(0)
    product.clock.advance(3 * 60_000)
    expect(await seals!.seal()).toBe(1)
    expect(await seals!.seal()).toBe(0)
    const [before] = await eventStore.readStream('ops-many')
    expect(before).toBeUndefined()
    const step = { type: 'ReadModelBuildStarted', data: { model: 'users', version: 1, build: 1 } }
    for (const n of [0, 1, 2]) {
      const events = await codec.encode(
        Array.from({ length: 400 }, () => step),
        {
          stream: `ops-many${n}`,
          firstRevision: 0,
          previousHash: null,
          metadata: {
            commandId: crypto.randomUUID(),
            fingerprint: 'f',
            correlationId: 'c',
            causationId: 'c',
            actor: { kind: 'system', userId: null, role: 'system' },
            at: product.clock.now().toISOString(),
            requestId: null,
            client: null,
            workspaceId: null,
          },
        },
      )
      await eventStore.append(`ops-many${n}`, 'no_stream', events)
    }
    expect(await seals!.seal()).toBe(1)
  }))
