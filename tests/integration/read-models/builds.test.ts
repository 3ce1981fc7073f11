import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPERATIONS_STREAM } from '#modules/operations/operation.events.ts'
import { recordSteps } from '#modules/operations/record-steps.ts'
import { startProjector } from '#projections/projector.ts'
import {
  activeBuild,
  BuildRefused,
  buildsOf,
  finishBuild,
  startBuild,
} from '#projections/engine/builds/builds.ts'
import { promote } from '#projections/engine/builds/promote.ts'
import {
  beginBuild,
  find,
  promoteNamed,
  retireNamed,
  rollBack,
  type Named,
} from '#projections/operations/operations.ts'
import { overview } from '#projections/operations/overview.ts'
import { retryLanes } from '#projections/operations/retry.ts'
import { waitForBuilds } from '#projections/operations/wait-for-builds.ts'
import { byOperator } from '#projections/engine/builds/steps.ts'
import { build, buildNew } from '../../../services/ops/projections/build-projections.ts'
import { verify } from '../../../services/ops/projections/verify-projection.ts'
import { activeBuildName, insertBlockedFacts } from '#support/read-models/builds.ts'
import {
  peopleModel,
  projectAll,
  whileProjecting,
  type PeopleModel,
} from '#support/read-models/people-model.ts'
import { eventually } from '#support/eventually.ts'
import { expectDeadLetters } from '#support/servers/postgres.ts'
import { openProduct, type Product } from '#support/product/product.ts'

let product: Product
let platform: Product['platform']
let said: string[] = []

beforeAll(async () => {
  product = await openProduct()
  platform = product.platform
  await product.person()
})
afterAll(() => product?.close())
afterEach(() => {
  vi.restoreAllMocks()
  said = []
})

/** What is said at the command line from here on. */
const listen = () => vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))

const find1 = (model: PeopleModel, name = model.name): Promise<Named> => find(platform.db, [model], name)
const states = async ({ name }: { name: string }) =>
  Object.fromEntries((await buildsOf(platform.db, name)).map((one) => [one.build, one.state]))
const rows = async ({ table }: PeopleModel) => Number((await platform.db(table).count({ n: '*' }).first())?.n)
const alone = { by: byOperator, helps: false, withinMs: 100 } as const
const helping = { by: byOperator, helps: true, withinMs: 10_000 } as const
const refusal = (what: BuildRefused['refusal']) =>
  expect.objectContaining({ constructor: BuildRefused, refusal: what })

/** Build 1 is read, and so many beside it are ready; no projector of the model runs. */
const withBuilds = async (ready: number, model: PeopleModel = peopleModel()): Promise<PeopleModel> => {
  listen()
  // Without a projector each build would wait a second for one.
  await whileProjecting(platform, [model], async () => {
    for (let i = 0; i < ready; i += 1) await build(platform, [model])
  })
  vi.restoreAllMocks()
  return model
}

const never = new AbortController().signal

describe('a build', () => {
  test('is filled by the command if no projector runs, and waits for its promotion', async () => {
    const model = await withBuilds(0)
    const people = await rows(model)
    await product.person()
    listen()
    expect(await build(platform, [model])).toBe(0)
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`^${model.name}_2 was built in .* npm run ops -- projections promote ${model.name}_2$`),
      ),
    ])
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
    expect(await rows(model)).toBe(people)
    await promoteNamed(platform, await find1(model), helping)
    expect(await states(model)).toEqual({ 1: 'previous', 2: 'active' })
    expect(await rows(model)).toBe(people + 1)
  })

  test('is continued after an interruption', async () => {
    const model = await withBuilds(0)
    await expect(build(platform, [model], AbortSignal.abort())).rejects.toThrow(/abort/i)
    expect(await states(model)).toEqual({ 1: 'active', 2: 'building' })
    listen()
    expect(await build(platform, [model])).toBe(0)
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
  })

  test('with a dead letter is reported and not promoted', async () => {
    expectDeadLetters()
    const { userId } = await product.person()
    const sick = (person: string) => {
      if (person === userId) throw new Error('cannot take this')
    }
    const model = await withBuilds(0)
    listen()
    expect(await build(platform, [peopleModel({ ...model, version: 2, onPerson: sick })])).toBe(1)
    expect(said.at(-1)).toBe(`${model.name}_2 has blocked facts: 1 dead letters.`)
    await expect(promoteNamed(platform, await find1(model), alone)).rejects.toEqual(
      refusal('has facts set aside'),
    )
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
    expect(await platform.db(model.table).where({ id: userId }).first()).toBeDefined()
  })

  test('shows position, size and blocked facts', async () => {
    const model = await withBuilds(0)
    await beginBuild(platform, model, { promotes: false, by: byOperator })
    const row = { lane: 'l', event_id: crypto.randomUUID(), type: 'T', error: 'E' }
    await insertBlockedFacts(platform.db, model.name, [
      { ...row, position: 'p1:1' },
      { ...row, position: 'p1:2', held: true },
    ])
    const [active, building] = await overview(platform, model.name)
    expect(active).toMatchObject({ state: 'held', lagFacts: 0, share: 1, parked: 1, held: 1 })
    expect(active!.bytes).toBeGreaterThan(8_000)
    expect(building).toMatchObject({ state: 'building', position: null, share: 0, secondsLeft: null })
    expect(building!.lagFacts).toBe(active!.position)
  })
})

describe('build --new', () => {
  test('builds a newer version, keeps it at the head, and ends when it is promoted', async () => {
    const old = await withBuilds(0)
    const next = peopleModel({ name: old.name, version: 2, columns: { note: 'text?' } })
    listen()
    await whileProjecting(platform, [old], async () => {
      const ended = buildNew(platform, never, [next])
      await eventually(() => expect(said.join()).toContain('Start the processes of this program'))
      await product.person()
      await eventually(async () => {
        const [one, two] = await buildsOf(platform.db, old.name)
        expect(two).toMatchObject({ state: 'ready', position: await platform.eventStore.head() })
        expect(one).toMatchObject({ state: 'active', position: two!.position })
      })
      await whileProjecting(platform, [next], async () => {
        expect(await ended).toBe(0)
        expect(await states(old)).toEqual({ 1: 'previous', 2: 'active' })
      })
    })
    expect(Object.keys(await platform.db(old.table).first())).toEqual(['id', 'role', 'note'])
  })

  test('ignores versions that are not newer', async () => {
    const model = await withBuilds(0)
    listen()
    expect(await buildNew(platform, never, [model])).toBe(0)
    expect(said).toEqual(['No read model of this program is newer than the existing builds.'])
    expect(await states(model)).toEqual({ 1: 'active' })
  })
})

describe('refuses, and keeps the active build:', () => {
  test('to promote a build that is behind and not advanced', async () => {
    const model = await withBuilds(1)
    await product.person()
    await expect(promoteNamed(platform, await find1(model), alone)).rejects.toEqual(refusal('is behind'))
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
  })

  test('to promote an unfinished or active build', async () => {
    const model = await withBuilds(0)
    await expect(promoteNamed(platform, await find1(model), alone)).rejects.toEqual(
      refusal('has no build to promote'),
    )
    await expect(promoteNamed(platform, await find1(model, `${model.name}_1`), alone)).rejects.toEqual(
      refusal('is active'),
    )
    await beginBuild(platform, model, { promotes: false, by: byOperator })
    await expect(promoteNamed(platform, await find1(model), alone)).rejects.toEqual(refusal('is not built'))
    expect(await states(model)).toEqual({ 1: 'active', 2: 'building' })
  })

  test('to promote a build that running programs cannot read', async () => {
    const wide = await withBuilds(0, peopleModel({ columns: { note: 'text?' } }))
    const narrow = await withBuilds(0, peopleModel({ name: wide.name, version: 2 }))
    await expect(promoteNamed(platform, await find1(narrow), alone)).rejects.toThrow(
      `${wide.name}_2 cannot be read by running programs: ${wide.table} lacks note`,
    )
    expect(await states(wide)).toMatchObject({ 1: 'active' })
    expect(Object.keys(await platform.db(wide.table).first())).toContain('note')
  })

  test('to roll back without a previous build', async () => {
    const model = await withBuilds(1)
    await expect(rollBack(platform, await find1(model), alone)).rejects.toEqual(
      refusal('has no previous build'),
    )
    await promoteNamed(platform, await find1(model), helping)
    await rollBack(platform, await find1(model), alone)
    expect(await states(model)).toEqual({ 1: 'active', 2: 'previous' })
    await expect(rollBack(platform, await find1(model), alone)).rejects.toEqual(
      refusal('has no previous build'),
    )
    await promoteNamed(platform, await find1(model, `${model.name}_2`), alone)
    expect(await states(model)).toEqual({ 1: 'previous', 2: 'active' })
  })

  test('to roll back to a build that is behind, unless this program can advance it', async () => {
    const model = await withBuilds(1)
    await promoteNamed(platform, await find1(model), helping)
    await product.person()
    await expect(rollBack(platform, await find1(model), alone)).rejects.toEqual(refusal('is behind'))
    await rollBack(platform, await find1(model), helping)
    expect(await states(model)).toEqual({ 1: 'active', 2: 'previous' })
    expect(await activeBuild(platform.db, model.name)).toMatchObject({
      position: await platform.eventStore.head(),
    })
  })

  test('to retire an active or unknown build, or one of several', async () => {
    const model = await withBuilds(2)
    const retired = async (name?: string) => retireNamed(platform, await find1(model, name), byOperator)
    await expect(retired(`${model.name}_1`)).rejects.toEqual(refusal('is active'))
    await expect(retired()).rejects.toEqual(refusal('has several builds'))
    expect(await retired(`${model.name}_2`)).toBe(`${model.name}_2`)
    expect(await retired()).toBe(`${model.name}_3`)
    await expect(retired()).rejects.toEqual(refusal('has nothing to retire'))
    expect(await states(model)).toEqual({ 1: 'active' })
  })

  test('to retry without blocked facts', async () => {
    const model = await withBuilds(0)
    await expect(retryLanes(platform.db, model.name)).rejects.toEqual(refusal('has nothing set aside'))
  })
})

describe('one of two simultaneous operators wins when they', () => {
  const both = async (steps: readonly Promise<unknown>[], told: readonly BuildRefused['refusal'][]) => {
    const ends = await Promise.allSettled(steps)
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const lost = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as BuildRefused] : []))
    expect(told).toContain(lost[0]!.refusal)
  }

  test('promote different builds', async () => {
    const model = await withBuilds(2)
    const named = await Promise.all([2, 3].map((number) => find1(model, `${model.name}_${number}`)))
    // Both stand where the first of them is asked for.
    await platform
      .db('checkpoints')
      .where({ model: model.name })
      .update({ position: await platform.eventStore.head() })
    await both(
      named.map((one) => promoteNamed(platform, one, alone)),
      ['comes too late'],
    )
    expect(Object.values(await states(model)).toSorted()).toEqual(['active', 'previous', 'ready'])
  })

  test('roll back', async () => {
    const model = await withBuilds(1)
    await promoteNamed(platform, await find1(model), helping)
    const named = await find1(model)
    await both(
      [rollBack(platform, named, alone), rollBack(platform, named, alone)],
      ['comes too late', 'has no previous build'],
    )
    expect(await states(model)).toEqual({ 1: 'active', 2: 'previous' })
  })

  test('retire', async () => {
    const model = await withBuilds(1)
    const named = await find1(model)
    await both(
      [retireNamed(platform, named, byOperator), retireNamed(platform, named, byOperator)],
      ['unknown', 'is going already'],
    )
    expect(await states(model)).toEqual({ 1: 'active' })
  })

  test('retire while the first one waits for readers', async () => {
    const model = await withBuilds(1)
    const named = await find1(model)
    const reading = await platform.db.transaction()
    await reading.raw(`LOCK TABLE ${model.name}_2.${model.table} IN ACCESS SHARE MODE`)
    const first = retireNamed(platform, named, byOperator)
    await eventually(async () => expect(await states(model)).toEqual({ 1: 'active', 2: 'retiring' }))
    await expect(retireNamed(platform, named, byOperator)).rejects.toEqual(refusal('is going already'))
    await reading.rollback()
    expect(await first).toBe(`${model.name}_2`)
    expect(await states(model)).toEqual({ 1: 'active' })
  })

  test('build: both continue the same build', async () => {
    const model = await withBuilds(0)
    const how = { promotes: false, by: byOperator } as const
    const [one, other] = await Promise.all([
      beginBuild(platform, model, how),
      beginBuild(platform, model, how),
    ])
    expect(one.name).toBe(other.name)
  })
})

describe('a killed step changes nothing and can be repeated:', () => {
  /** Ends what waits for a lock with such a statement, as a crash would. */
  const terminate = (statement: string) =>
    eventually(async () => {
      const { rows: ended } = await platform.db.raw<{ rows: unknown[] }>(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE ?`,
        [`${statement}%`],
      )
      expect(ended).not.toEqual([])
    })

  /** Ends the step where it waits for what `blocker` locks. */
  const killed = async (step: () => Promise<unknown>, blocker: string, statement: string) => {
    const trx = await platform.db.transaction()
    await trx.raw(blocker)
    const ended = step().then(
      () => 'done',
      () => 'killed',
    )
    await terminate(statement)
    expect(await ended).toBe('killed')
    await trx.rollback()
  }

  test('starting a build', async () => {
    const model = await withBuilds(0)
    const begin = () => beginBuild(platform, model, { promotes: false, by: byOperator })
    await killed(begin, `LOCK TABLE build_steps IN EXCLUSIVE MODE`, 'insert into "build_steps"')
    expect(await states(model)).toEqual({ 1: 'active' })
    expect((await begin()).name).toBe(`${model.name}_2`)
  })

  test('making the indexes of a build, which the projector repeats', async () => {
    const model = await withBuilds(0)
    const { name } = await beginBuild(platform, model, { promotes: false, by: byOperator })
    const trx = await platform.db.transaction()
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('indexes ${name}'))`)
    const projector = await startProjector(platform, [model], [name])
    await terminate('select pg_advisory_xact_lock')
    expect(await states(model)).toEqual({ 1: 'active', 2: 'building' })
    await trx.rollback()
    await projector.caughtUp()
    await projector.stop()
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
  })

  test('promoting', async () => {
    const model = await withBuilds(1)
    const step = async () => promoteNamed(platform, await find1(model), helping)
    await killed(step, `LOCK TABLE ${model.table} IN ACCESS SHARE MODE`, 'CREATE OR REPLACE VIEW')
    expect(await states(model)).toEqual({ 1: 'active', 2: 'ready' })
    await step()
    expect(await states(model)).toEqual({ 1: 'previous', 2: 'active' })
  })

  test('rolling back', async () => {
    const model = await withBuilds(1)
    await promoteNamed(platform, await find1(model), helping)
    const step = async () => rollBack(platform, await find1(model), helping)
    await killed(step, `LOCK TABLE ${model.table} IN ACCESS SHARE MODE`, 'CREATE OR REPLACE VIEW')
    expect(await states(model)).toEqual({ 1: 'previous', 2: 'active' })
    await step()
    expect(await states(model)).toEqual({ 1: 'active', 2: 'previous' })
  })

  test('retiring, which the next start finishes', async () => {
    const model = await withBuilds(1)
    const step = async () => retireNamed(platform, await find1(model), byOperator)
    await killed(step, `LOCK TABLE ${model.name}_2.${model.table} IN ACCESS SHARE MODE`, 'DROP SCHEMA')
    expect(await states(model)).toEqual({ 1: 'active', 2: 'retiring' })
    await projectAll(platform, [model])
    expect(await states(model)).toEqual({ 1: 'active' })
    expect(await platform.db('pg_namespace').where({ nspname: `${model.name}_2` })).toEqual([])
  })
})

describe('retry', () => {
  const parkedIn = ({ name }: PeopleModel) => platform.db('parked_facts').where({ build: `${name}_1` })

  test('retries dead letters after a repair, with and without a projector', async () => {
    let isSick = true
    const model = await withBuilds(
      0,
      peopleModel({
        onPerson: () => {
          if (isSick) throw new Error('cannot take this')
        },
      }),
    )
    const people = (await parkedIn(model)).length
    expect(people).toBeGreaterThan(0)
    expect(await rows(model)).toBe(0)
    const again = async (own: readonly PeopleModel[]) => {
      await retryLanes(platform.db, model.name, byOperator)
      const isDone = async () => !(await parkedIn(model).where({ held: true }).first())
      await waitForBuilds(platform, { names: [`${model.name}_1`], own, isDone })
    }
    await again([model])
    expect((await parkedIn(model)).length).toBe(people)
    isSick = false
    await whileProjecting(platform, [model], () => again([]))
    expect(await parkedIn(model)).toEqual([])
    expect(await rows(model)).toBe(people)
  })
})

describe('verify', () => {
  test('compares with an inactive build, and shows the rows that differ', async () => {
    const { userId } = await product.person()
    const model = await withBuilds(1)
    listen()
    expect(await verify(platform, await find1(model), never)).toBe(0)
    expect(said.at(-1)).toBe('They are equal.')
    await platform.db(model.table).withSchema(`${model.name}_2`).where({ id: userId }).update({ role: 'x' })
    expect(await verify(platform, await find1(model), never)).toBe(1)
    expect(said.join('\n')).toContain(`different, such as (${userId})`)
  })

  test('compares with a new build otherwise, and retires it', async () => {
    const { userId: id } = await product.person()
    const model = await withBuilds(0)
    listen()
    expect(await verify(platform, await find1(model), never)).toBe(0)
    expect(await states(model)).toEqual({ 1: 'active' })
    await platform.db(model.table).withSchema(`${model.name}_1`).where({ id }).delete()
    expect(await verify(platform, await find1(model), never)).toBe(1)
    expect(await states(model)).toEqual({ 1: 'active' })
  })
})

test('a rollback skips a retired build', async () => {
  const model = await withBuilds(2)
  for (const number of [2, 3])
    await promoteNamed(platform, await find1(model, `${model.name}_${number}`), helping)
  await retireNamed(platform, await find1(model, `${model.name}_2`), byOperator)
  await rollBack(platform, await find1(model), helping)
  expect(await states(model)).toEqual({ 1: 'active', 3: 'previous' })
})

test('each step becomes one event of ops-root with its actor', async () => {
  const model = await withBuilds(1)
  await promoteNamed(platform, await find1(model), helping)
  await rollBack(platform, await find1(model), helping)
  await retireNamed(platform, await find1(model), byOperator)
  await insertBlockedFacts(platform.db, model.name, [
    { position: 'p1:1', lane: 'l', event_id: crypto.randomUUID(), type: 'T', error: 'E' },
  ])
  await retryLanes(platform.db, model.name, byOperator)
  await Promise.all([recordSteps(platform), recordSteps(platform)])
  await recordSteps(platform)
  const facts = (await product.facts(OPERATIONS_STREAM)).filter(({ data }) => data['model'] === model.name)
  const of = { model: model.name, version: 1 }
  expect(facts.map(({ type, data, metadata }) => [type, data, metadata.actor.role])).toEqual([
    ['ReadModelBuildStarted', { ...of, build: 1 }, 'system'],
    ['ReadModelPromoted', { ...of, build: 1, replaced: null }, 'system'],
    ['ReadModelBuildStarted', { ...of, build: 2 }, 'operator'],
    ['ReadModelPromoted', { ...of, build: 2, replaced: 1 }, 'operator'],
    ['ReadModelRolledBack', { ...of, build: 1, replaced: 2 }, 'operator'],
    ['ReadModelRetired', { ...of, build: 2 }, 'operator'],
    ['ReadModelLanesRetried', { ...of, build: 1, lanes: 1 }, 'operator'],
  ])
})

test('a refused step records no event', async () => {
  const model = await withBuilds(0)
  const before = await platform.db('build_steps').count({ n: '*' })
  await expect(promote(platform.db, `${model.name}_1`, { head: null })).rejects.toEqual(refusal('is active'))
  expect(await platform.db('build_steps').count({ n: '*' })).toEqual(before)
})

test('of two programs that start at once the newer version becomes active', async () => {
  const { db, eventStore } = platform
  const older = peopleModel()
  const names: string[] = []
  for (const model of [older, { ...older, version: 2 }]) {
    const { name } = await startBuild(db, model, eventStore, { promotes: true })
    await finishBuild(db, { name, projection: model })
    names.push(name)
  }
  const head = await eventStore.head()
  await db('checkpoints').whereIn('name', names).update({ position: head })
  await promote(db, names[1]!, { head })
  await expect(promote(db, names[0]!, { head })).rejects.toEqual(refusal('comes too late'))
  expect(await activeBuildName(db, older.name)).toBe(names[1])
})
