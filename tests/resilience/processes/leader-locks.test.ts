import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { userDecider } from '#modules/accounts/user.decider.ts'
import { userStream } from '#modules/accounts/user.events.ts'
import { allEvents } from '#modules/all.events.ts'
import { readConfig } from '#platform/config/config.ts'
import { lockName, runAsLeader } from '#platform/postgres/leader-lock.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { openPlatform, type Platform } from '#platform/platform.ts'
import { readModels, startProjector } from '#projections/projector.ts'
import { openGate } from '#support/esdb/gate.ts'
import { contextOf } from '#support/event-store/counter.ts'
import { eventually } from '#support/eventually.ts'
import { isLong } from '#support/rounds.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openSmtpSink, type SmtpSink } from '#support/servers/smtp-sink.ts'
import { untilReached } from '#support/product/until-reached.ts'
import {
  endEverything,
  mains,
  run,
  temporaryFolder,
  type LocalProcess,
  type Part,
} from '#support/processes/local-process.ts'

vi.setConfig({ testTimeout: 90_000 })

let database: TestDatabase
let platform: Platform
let smtp: SmtpSink
let settings: Record<string, string>

// One database, and processes that come one after the other: a start takes a second of the processor's time.
beforeAll(async () => {
  smtp = await openSmtpSink()
  database = await createDatabase()
  settings = {
    ...freshSecrets(),
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
  }
  platform = await openPlatform(readConfig(settings), { log: silentLog, catalogue: allEvents, readModels })
  // Counts every process that tries to move a checkpoint, and is not undone with those that fail.
  const owner = openDatabase(ownerUrl(database.url))
  await owner.raw(`
    CREATE SEQUENCE tries MINVALUE 0 START 0;
    GRANT ALL ON SEQUENCE tries TO PUBLIC;
    CREATE FUNCTION count_try() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM nextval(''tries''); RETURN NULL; END';
    CREATE TRIGGER counted AFTER UPDATE OF position ON checkpoints
      FOR EACH STATEMENT EXECUTE FUNCTION count_try();
    CREATE TRIGGER counted AFTER UPDATE OF position ON reactor_checkpoints
      FOR EACH STATEMENT EXECUTE FUNCTION count_try()`)
  await owner.destroy()
})
afterAll(async () => {
  await endEverything()
  await platform.close()
  await database.drop()
  await smtp.close()
})

const start = async (part: Part, state: 'works' | 'stands by'): Promise<LocalProcess> => {
  const started = run(['node', mains[part]], temporaryFolder(), settings)
  await started.prints(`"msg":"${state}"`)
  return started
}

let signUps = 0
const signUp = async (): Promise<string> => {
  const userId = randomUUID()
  const email = `${userId}@example.com`
  const { position } = await platform.commands.execute({
    decider: userDecider,
    stream: userStream(userId),
    workspaceId: null,
    context: contextOf(),
    command: { type: 'SignUp', generation: 1, userId, email, addressHash: userId, language: 'en' },
  })
  signUps += 1
  return position!
}

const tries = async () => {
  const { rows } = await platform.db.raw<{ rows: { tries: string }[] }>(
    'SELECT last_value AS tries FROM tries',
  )
  return Number(rows[0]!.tries)
}

/** How often checkpoints were tried to move while so many facts came one by one. */
const triesFor = async (facts: number) => {
  const before = await tries()
  for (let n = 0; n < facts; n += 1) await untilReached(platform.positions, await signUp())
  return (await tries()) - before
}

test('a projector is not woken by the checkpoints that it or another one moves', async () => {
  const heard = new Set<string>()
  const listener: Platform['listener'] = {
    ...platform.listener,
    on(channel, fn) {
      heard.add(channel)
      return platform.listener.on(channel, fn)
    },
  }
  const alone = await openPlatform(platform.config, {
    log: silentLog,
    catalogue: allEvents,
    readModels: [],
    listener,
  })
  const projector = await startProjector(alone)
  await untilReached(platform.positions, await signUp())
  await projector.stop()
  await alone.close()
  expect(heard).toContain('builds')
  expect(heard).not.toContain('checkpoint')
})

describe('of several processes of a part one works', () => {
  let atWork: LocalProcess
  let next: LocalProcess

  test('a second projector stands by: a command moves the checkpoints as often as with one, and none is in the way', async () => {
    atWork = await start('projector', 'works')
    await triesFor(1)
    const alone = await triesFor(20)
    next = await start('projector', 'stands by')
    expect([alone, await triesFor(20)]).toEqual([20, 20])
  })

  test('the projector at work is killed: the one that stood by takes over, and goes on where it was', async () => {
    atWork.signal('SIGKILL')
    const position = await signUp()
    await next.prints('"msg":"works"')
    await untilReached(platform.positions, position)
    expect(await triesFor(5)).toBe(5)
    atWork = next
  })

  test('told to stop, the projector at work lets the next one in before it has ended', async () => {
    next = await start('projector', 'stands by')
    atWork.signal('SIGTERM')
    await next.prints('"msg":"works"')
    expect(await atWork.ended).toBe(0)
    await untilReached(platform.positions, await signUp())
    atWork = next
  })

  test('one that lost its connection to PostgreSQL is not alone any more: it starts anew, and facts are projected once', async () => {
    next = await start('projector', 'stands by')
    await platform.db.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'leader projector%' and datname = current_database()`,
    )
    await atWork.prints('lost the leader lock')
    expect(await triesFor(5)).toBe(5)
  })

  // In `npm test` the projectors above say the same of the lock.
  test.runIf(isLong())(
    'one of two workers has the reactors; killed, the other takes them over, and each fact is reacted to once',
    async () => {
      const first = await start('worker', 'works')
      const second = await start('worker', 'stands by')
      await signUp()
      // Without the token that comes with a sign-up over HTTP there is nothing to send, which is an outcome too.
      const mails = () =>
        eventually(async () => {
          const effects: object[] = await platform.db('effects').select('status', 'attempts')
          expect(effects).toEqual(Array.from({ length: signUps }, () => ({ status: 'dropped', attempts: 1 })))
        })
      await mails()
      first.signal('SIGKILL')
      await signUp()
      await second.prints('"msg":"works"')
      await mails()
    },
  )
})

test('a leader whose connection falls silent ends its work, and the next one begins', async () => {
  const { hostname: host, port } = new URL(inject('postgresUrl'))
  const gate = await openGate({ host, port: Number(port) })
  const { href: distant } = Object.assign(new URL(inject('postgresUrl')), { port: gate.port })
  const work = () => {
    const began = Promise.withResolvers<void>()
    const lost = Promise.withResolvers<void>()
    return {
      began: began.promise,
      lost: lost.promise,
      run: async (signal: AbortSignal) => {
        began.resolve()
        await once(signal, 'abort')
        lost.resolve()
      },
    }
  }
  const name = lockName(`silent ${randomUUID()}`, {})
  const [first, second] = [work(), work()]
  const leader = runAsLeader({ databaseUrl: distant, name, log: silentLog, patienceMs: 500, work: first.run })
  await first.began
  const next = runAsLeader({ databaseUrl: inject('postgresUrl'), name, log: silentLog, work: second.run })
  gate.freeze()
  await first.lost
  await gate.close()
  await second.began
  await Promise.all([leader.stop(), next.stop()])
})
