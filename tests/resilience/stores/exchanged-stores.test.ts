import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { eventually } from '#support/eventually.ts'
import { readToEnd } from '#support/event-store/facts.ts'
import { openStore } from '#support/event-store/open-store.ts'
import { esdbKind, startOwnEsdb, type OwnEsdb } from '#support/esdb/own.ts'
import { createDatabase } from '#support/servers/postgres.ts'
import { openProductOn } from '#support/product/product.ts'
import { freePort } from '#support/servers/redis.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { openSmtpSink } from '#support/servers/smtp-sink.ts'
import {
  endEverything,
  mains,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'
import { isLong, seedOfRun } from '#support/rounds.ts'

vi.setConfig({ testTimeout: 600_000 })

const LANES = 16
const seed = seedOfRun()
/** The events of one command: a workspace is created, and its creator joins. */
const FACTS = 2
const parts: readonly Part[] = ['api', 'api', 'projector', 'worker']

const closing: (() => Promise<unknown>)[] = []
beforeAll(builtWeb, 180_000)
afterAll(async () => {
  await endEverything()
  for (const close of closing.toReversed()) await close()
})

const newEsdb = async (): Promise<OwnEsdb> => {
  const esdb = await startOwnEsdb()
  closing.push(() => esdb.close())
  return esdb
}

/** Reads from the server itself, without the gate. */
const onServer = async <T>(
  { directUrl }: OwnEsdb,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
) => {
  const store = await openStore({ adapter: 'esdb', url: directUrl })
  try {
    // It may have just arrived.
    await eventually(() => store.head())
    return await work(store)
  } finally {
    await store.close()
  }
}
const factsIn = (esdb: OwnEsdb): Promise<StoredEvent[]> => onServer(esdb, (store) => readToEnd(store, null))
const idsIn = async (esdb: OwnEsdb) => (await factsIn(esdb)).map(({ id }) => id)

/** In a real EventStoreDB positions are file offsets, so large events move the head far. */
const strays = () =>
  Array.from({ length: 50 }, () => ({
    id: randomUUID(),
    type: 'Stray',
    data: { text: 'x'.repeat(10_000) },
    metadata: { fingerprint: randomUUID() },
  }))

/** Appends unrelated events until the head is after `head`. */
const growPast = (esdb: OwnEsdb, head: string) =>
  onServer(esdb, async (store) => {
    while (((await store.head()) ?? '') <= head)
      await store.append(`stray-${randomUUID()}`, 'no_stream', strays())
  })

/** Two api processes, a projector and a worker on the server that `esdb` leads to, and clients that repeat each command until it succeeds. */
const openHouse = async (esdb: OwnEsdb) => {
  const [database, smtp] = [await createDatabase(), await openSmtpSink()]
  closing.push(
    () => database.drop(),
    () => smtp.close(),
  )
  const secrets = freshSecrets()
  const given = { ...secrets, EVENTSTORE_URL: esdb.url }
  const product = await openProductOn({ url: database.url, drop: async () => {} }, given)
  const owner = await product.person()
  const token = product.app.jwt.sign({
    ...product.app.jwt.decode<object>(owner.token),
    exp: Math.floor(Date.now() / 1_000) + 3_600,
  } as never)
  await product.close()
  const ports = [await freePort(), await freePort()]
  const start = (part: Part, n: number) =>
    run(['node', mains[part]], temporaryFolder(), {
      ...given,
      ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
      DATABASE_URL: database.url,
      SMTP_URL: smtp.url,
      PUBLIC_BASE_URL: 'http://localhost',
      HEALTH_PORT: '0',
      RATE_FACTOR: '1000000',
      MASS_MAILS_A_MINUTE: '100000',
      PORT: `${ports[n] ?? 0}`,
    })
  let running: LocalProcess[] = []
  const acknowledged: string[] = []
  let refused = 0
  let isOver = false
  const create = async (name: string): Promise<string> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    }
    for (let n = 0; ; n += 1) {
      const url = `http://127.0.0.1:${ports[n % 2]}/workspaces/create`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ name }) }).catch(
        () => undefined,
      )
      const body = (await answer?.json().catch(() => undefined)) as { id: string } | undefined
      if (answer?.status === 201 && body) return body.id
      if (answer && body) {
        expect([name, answer.status, body]).toEqual([name, 503, body])
        refused += 1
      }
      await pause(50)
    }
  }
  const client = async (n: number) => {
    for (let round = 0; !isOver; round += 1) acknowledged.push(await create(`client ${n} round ${round}`))
  }
  return {
    acknowledged,
    work: () => Promise.all(Array.from({ length: LANES }, (_, n) => client(n))),
    end: () => void (isOver = true),
    start: () => void (running = parts.map(start)),
    ready: () => Promise.all(running.map((one) => one.prints('"msg":"ready"'))),
    ended: () => Promise.all(running.map((one) => one.ended)),
    async kill() {
      for (const one of running) one.signal('SIGKILL')
      await Promise.all(running.map((one) => one.ended))
    },
    /** Waits until every client has had another success. */
    async goesOn() {
      const before = acknowledged.length
      await vi.waitUntil(() => acknowledged.length >= before + 2 * LANES, { timeout: 120_000 })
    },
    async isRefused() {
      const before = refused
      await vi.waitUntil(() => refused >= before + 2 * LANES, { timeout: 120_000 })
    },
  }
}

test.runIf(isLong())(
  `${esdbKind} (FAULT_SEED=${seed}) under ${LANES} concurrent clients: an exchange for another, an empty, an older or a regrown store acknowledges, loses and duplicates nothing, and a starting process writes nothing`,
  async () => {
    const [esdb, other, empty] = [await newEsdb(), await newEsdb(), await newEsdb()]
    const house = await openHouse(esdb)
    const older = await esdb.backUp()
    house.start()
    await house.ready()
    const clients = house.work()
    await house.goesOn()
    await growPast(other, await onServer(esdb, async (store) => (await store.head())!))

    /** Runs while the address leads to `there`. */
    const meets = async (there: OwnEsdb, before: readonly string[]) => {
      await house.isRefused()
      await house.kill()
      // Appends in flight during the exchange may have been sent again, but are not acknowledged.
      const met = await idsIn(there)
      expect(met.slice(0, before.length)).toEqual(before)
      expect(met.length - before.length).toBeLessThanOrEqual(FACTS * LANES)
      house.start()
      expect(await house.ended()).toEqual(parts.map(() => 1))
      expect(await idsIn(there)).toEqual(met)
    }
    const goesOn = async () => {
      house.start()
      await house.ready()
      await house.goesOn()
    }
    /** The address leads to another server for a while. */
    const leadAway = async (wrong: OwnEsdb) => {
      const before = await idsIn(wrong)
      esdb.leadTo(wrong)
      await meets(wrong, before)
      esdb.leadTo(esdb)
      await goesOn()
    }
    /** The server gets an older copy of itself for a while. */
    const setBack = async (isGrown: boolean) => {
      await esdb.gate.refuse()
      const head = await onServer(esdb, async (store) => (await store.head())!)
      const newest = await esdb.backUp()
      await older()
      if (isGrown) await growPast(esdb, head)
      const before = await idsIn(esdb)
      await esdb.gate.accept()
      await meets(esdb, before)
      await esdb.gate.refuse()
      await newest()
      await esdb.gate.accept()
      await goesOn()
    }
    const exchanges = [
      () => leadAway(other),
      () => leadAway(empty),
      () => setBack(false),
      () => setBack(true),
    ]
    for (const exchange of exchanges) await exchange()
    house.end()
    await clients

    const created = (await factsIn(esdb)).filter(({ type }) => type === 'WorkspaceCreated')
    expect(created.map(({ stream }) => stream).toSorted()).toEqual(
      house.acknowledged.map((id) => `workspace-${id}`).toSorted(),
    )
  },
)
