import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#modules/accounts/deletion/erase-person.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { activeBuild, buildNamed, startBuild } from '#projections/engine/builds/builds.ts'
import { retire, sweepRetired } from '#projections/engine/builds/retire.ts'
import type { Projection } from '#projections/engine/definition/projection.ts'
import { startRunner } from '#projections/engine/runner/runner.ts'
import { projections } from '#projections/index.ts'
import { compareBuilds } from '#projections/operations/compare.ts'
import { openProjectorDatabase } from '#projections/projector-database.ts'
import { eventually } from '#support/eventually.ts'
import { temporaryFolder } from '#support/processes/local-process.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openRequests, type RequestApi, type Team } from '#support/product/requests.ts'
import { expectDeadLetters } from '#support/servers/postgres.ts'

/** Builds that are filled at the same time share their pages, and become what each would become alone. */

let api: RequestApi
let team: Team
beforeAll(async () => {
  api = await openRequests({ ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl') })
  const { platform, projector } = api.product
  for (let i = 0; i < 2; i += 1) {
    team = await api.team()
    const [first, second] = [await api.newRequest(team), await api.newRequest(team)]
    await api.decline(first, team.ben)
    const path = `/workspaces/update-settings/${team.id}`
    await api.product.call('PATCH', path, { token: team.admin.token, body: { name: `Neu ${i}` } })
    await api.post(`/requests/withdraw/${second}`, team.anna)
    await erasePerson(platform, team.ben.userId)
  }
  await projector.caughtUp()
  // A listener to builds would fill them too.
  await projector.stop()
})
afterAll(() => api?.product.close())

const [users, workspaces, requests, audit] = projections as [Projection, Projection, Projection, Projection]

/** Fills builds of these models in pages of so many facts. The others begin when so many pages were read. */
const fill = async (
  models: readonly Projection[],
  {
    page = 5,
    later = [],
    onPage = async () => {},
  }: {
    readonly page?: number
    readonly later?: readonly (readonly [Projection, number])[]
    readonly onPage?: (pages: number, begun: ReadonlyMap<string, string>) => Promise<void>
  } = {},
) => {
  const { config, eventStore, codec, db, listener } = api.product.platform
  const begun = new Map<string, string>()
  const begin = async (model: Projection) => {
    const { name } = await startBuild(db, model, eventStore, { promotes: false })
    begun.set(model.name, name)
    beside.push(name)
  }
  const beside: string[] = []
  let decoded = 0
  const asked: { readonly max: number; readonly isAhead: boolean }[] = []
  const waiting = [...later]
  const beginnings: Promise<void>[] = []
  const beginNext = () => {
    const beginning = begin(waiting.shift()![0])
    beginnings.push(beginning)
    return beginning
  }
  const watched: EventStore = {
    ...eventStore,
    async readAll(options) {
      // Fills read with a filter.
      if (options.types) {
        const { position } = await buildNamed(db, beside[0]!)
        asked.push({ max: options.max!, isAhead: position !== options.after })
      }
      await onPage(asked.length, begun)
      while (waiting[0] && waiting[0][1] <= asked.length) await beginNext()
      return eventStore.readAll({ ...options, max: page })
    },
  }
  for (const model of models) await begin(model)
  const counting = {
    ...codec,
    decoderOf: (...given: Parameters<typeof codec.decoderOf>) => {
      const decode = codec.decoderOf(...given)
      return (events: Parameters<typeof decode>[0]) => {
        decoded += events.length
        return decode(events)
      }
    },
  }
  const rows = openProjectorDatabase(config)
  const runner = await startRunner({
    projections: projections.map((one) => models.find(({ name }) => name === one.name) ?? one),
    eventStore: watched,
    codec: counting,
    db: rows,
    listener,
    log: silentLog,
    beside,
  })
  await runner.caughtUp()
  while (waiting.length > 0) await beginNext()
  await Promise.all(beginnings)
  await runner.caughtUp()
  await runner.stop()
  await rows.destroy()
  return { begun, asked, decoded }
}

/** The tables in which these builds differ from those that were made live. */
const differing = async (begun: ReadonlyMap<string, string>): Promise<string[]> => {
  const { db } = api.product.platform
  const found: string[] = []
  for (const [model, name] of begun) {
    const active = await activeBuild(db, model)
    const projection = projections.find((one) => one.name === model)!
    const compared = await compareBuilds(db, projection, [active!.name, name])
    for (const { table, isEqual } of compared!.tables) if (!isEqual) found.push(table)
  }
  return found
}

const drop = async (begun: ReadonlyMap<string, string>): Promise<void> => {
  for (const name of begun.values()) await retire(api.product.platform.db, name)
}

test('builds that begin together read and decode each fact once', async () => {
  const alone = await fill([audit])
  const all = await fill([...projections])
  expect(await differing(all.begun)).toEqual([])
  // The log takes nearly all facts.
  expect(all.decoded).toBeLessThan(alone.decoded * 1.5)
  expect(all.asked.length).toBeLessThan(alone.asked.length * 1.5)
  await drop(alone.begun)
  await drop(all.begun)
})

test('whenever each build begins and however long the pages are, it becomes what was made live', async () => {
  const beginnings = fc.shuffledSubarray([users, workspaces, requests, audit], { minLength: 4 })
  const starts = fc.array(fc.nat(12), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(beginnings, starts, fc.integer({ min: 1, max: 30 }), async (models, pages, page) => {
      const later = models.map((model, i) => [model, i === 0 ? 0 : pages[i]!] as const)
      const { begun } = await fill(
        later.flatMap(([model, after]) => (after === 0 ? [model] : [])),
        { page, later: later.filter(([, after]) => after > 0).toSorted((a, b) => a[1] - b[1]) },
      )
      expect(begun.size).toBe(4)
      expect(await differing(begun)).toEqual([])
      await drop(begun)
    }),
    { numRuns: 4 },
  )
}, 120_000)

test('a build that is retired on the way does not stop the others', async () => {
  const { db } = api.product.platform
  const { begun } = await fill([users, requests, audit], {
    onPage: async (pages, names) => {
      if (pages === 3) await retire(db, names.get('requests')!)
    },
  })
  const left = new Map([...begun].filter(([model]) => model !== 'requests'))
  expect(await differing(left)).toEqual([])
  // A lock that was held for long may have put the drop off.
  await sweepRetired(db)
  await expect(buildNamed(db, begun.get('requests')!)).rejects.toThrow('is not a build')
  await drop(left)
})

test('a fact that one build cannot apply is a dead letter of that build alone', async () => {
  expectDeadLetters()
  const { db } = api.product.platform
  const failing: Projection = {
    ...users,
    handlers: {
      ...users.handlers,
      RequestWithdrawn() {
        throw new Error('poison')
      },
    },
  }
  const { begun } = await fill([failing, workspaces, audit])
  expect(await differing(new Map([...begun].filter(([model]) => model !== 'users')))).toEqual([])
  const letters = await db('parked_facts')
    .whereIn('build', [...begun.values()])
    .select('build', 'type')
  expect(new Set(letters.map(({ build }) => build))).toEqual(new Set([begun.get('users')]))
  await drop(begun)
})

test('no statistics are made of JSON that is never null', async () => {
  const { db } = api.product.platform
  const { name } = (await activeBuild(db, 'audit'))!
  const unplanned = await db('pg_attribute')
    .whereRaw('attrelid = ?::regclass', [`${name}.audit_entries`])
    .where({ attstattarget: 0 })
    .orderBy('attname')
    .pluck('attname')
  expect(unplanned).toEqual(['changes', 'owners'])
})

test('the log finds the causes of mails by an index while it is filled', async () => {
  const { db, eventStore } = api.product.platform
  const { name } = await startBuild(db, audit, eventStore, { promotes: false })
  await db.transaction(async (trx) => {
    await trx.raw('SET LOCAL enable_seqscan = off')
    const { rows } = await trx.raw<{ rows: Record<string, string>[] }>(
      `EXPLAIN SELECT FROM "${name}".audit_entries WHERE id = '00000000-0000-4000-8000-000000000001'`,
    )
    expect(JSON.stringify(rows)).toContain('audit_entries_1')
  })
  await retire(db, name)
})

test('builds of one model that are begun at once get numbers of their own', async () => {
  const { db, eventStore } = api.product.platform
  const begun = await Promise.all(
    Array.from({ length: 4 }, () => startBuild(db, users, eventStore, { promotes: false })),
  )
  expect(new Set(begun.map(({ build }) => build)).size).toBe(4)
  for (const { name } of begun) await retire(db, name)
})

// Last: the live builds lack these facts, as nobody advances them.
test('while others write, a build reads short pages, and none ahead', async () => {
  const { product } = api
  const { eventStore } = product.platform
  const { id, admin } = team
  const alone = await fill([audit])
  const replies: Promise<unknown>[] = []
  const rename = async (pages: number) => {
    if (pages > 8) return
    const head = await eventStore.head()
    const body = { name: `Anders ${randomUUID()}` }
    replies.push(product.call('PATCH', `/workspaces/update-settings/${id}`, { token: admin.token, body }))
    await eventually(async () => expect(await eventStore.head()).not.toBe(head))
  }
  const { begun, asked } = await fill([audit], { onPage: rename })
  await Promise.all(replies)
  expect(new Set(alone.asked.map(({ max }) => max))).toEqual(new Set([1_000]))
  expect(alone.asked.some(({ isAhead }) => isAhead)).toBe(true)
  const fromBusy = asked.slice(asked.findIndex(({ max }) => max < 1_000))
  expect(new Set(fromBusy.map(({ max }) => max))).toEqual(new Set([200]))
  expect(fromBusy.filter(({ isAhead }) => isAhead)).toEqual([])
  await drop(alone.begun)
  await drop(begun)
})
