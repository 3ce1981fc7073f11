import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isRunning } from '../../../services/local/postgres/process-id.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import {
  connectionOf,
  endEverything,
  run,
  startLocal,
  temporaryFolder,
  usedFolder,
  type LocalProcess,
} from '#support/processes/local-process.ts'
import { casesOfRun, isLong } from '#support/rounds.ts'

vi.setConfig({ testTimeout: 90_000 })
// Otherwise each of the concurrent starts would build it.
beforeAll(builtWeb, 180_000)
afterAll(endEverything)

const ready = 'Ctrl-C stops it'
/** What is refused at once: in `npm test` two of them. */
const refusals = casesOfRun(['port', 'data folder', 'setting', 'command'] as const, 0, 2)
const isTried = (refusal: (typeof refusals)[number]) => refusals.includes(refusal)
const doctor = ['node', 'services/ops/main.ts', 'doctor'] as const

const query = async (url: string, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const answers = async (folder: string): Promise<boolean> =>
  (await fetch(`${connectionOf(folder).address}/health/live`)).ok

/** Stops it the polite way and expects that nothing is left. */
const stopCleanly = async (product: LocalProcess, folder: string) => {
  const { postgres } = connectionOf(folder)
  product.signal('SIGTERM')
  expect(await product.ended).toBe(0)
  expect(postgres && isRunning(postgres)).toBe(false)
}

test.runIf(isLong()).concurrent('Ctrl-C arrives twice and stops it once', async () => {
  const folder = await usedFolder()
  const product = startLocal(folder)
  await product.prints(ready)
  product.signal('SIGINT')
  await product.prints('Stopping')
  product.signal('SIGINT')
  expect(await product.ended).toBe(0)
})

test
  .runIf(isLong())
  .concurrent('a database left behind that does not answer is ended and started anew', async () => {
    const folder = await usedFolder()
    const first = startLocal(folder)
    await first.prints(ready)
    const before = connectionOf(folder)
    const superuser = before.databaseUrl ?? ''
    await query(superuser, 'create table kept as select 42 as answer')
    first.signal('SIGKILL')
    await first.ended
    // Nobody gets in any more, also not with the right password.
    const rules = join(folder, 'postgres/pg_hba.conf')
    const original = readFileSync(rules, 'utf8')
    const client = new pg.Client({ connectionString: superuser })
    await client.connect()
    writeFileSync(rules, 'local all all reject\nhost all all all reject\n')
    await client.query('select pg_reload_conf()')
    await client.end()
    await vi.waitFor(() => expect(query(superuser, 'select 1')).rejects.toThrow('rejects'), {
      timeout: 20_000,
    })
    writeFileSync(rules, original)

    const second = startLocal(folder)
    await second.prints(ready)
    const after = connectionOf(folder)
    expect(after.postgres).not.toEqual(before.postgres)
    expect(before.postgres && isRunning(before.postgres)).toBe(false)
    expect(await query(after.databaseUrl ?? '', 'select answer from kept')).toEqual([{ answer: 42 }])
    await stopCleanly(second, folder)
  })

test
  .runIf(isLong())
  .concurrent('after kill -9 of product and database at once it starts again with its data', async () => {
    const folder = await usedFolder()
    const first = startLocal(folder)
    await first.prints(ready)
    const { postgres, databaseUrl } = connectionOf(folder)
    await query(databaseUrl ?? '', 'create table kept as select 42 as answer')
    first.signal('SIGKILL')
    process.kill(postgres?.pid ?? 0, 'SIGKILL')
    await first.ended

    const second = startLocal(folder)
    await second.prints(ready)
    expect(await answers(folder)).toBe(true)
    const rows = await query(connectionOf(folder).databaseUrl ?? '', 'select answer from kept')
    expect(rows).toEqual([{ answer: 42 }])
    await stopCleanly(second, folder)
  })

test
  .runIf(isLong())
  .concurrent('kill -9 in the middle of the first start leaves nothing that stops the next one', async () => {
    const folder = temporaryFolder()
    const first = startLocal(folder)
    await first.prints('Starting')
    await vi.waitFor(() => expect(readdirSync(folder).join()).toContain('postgres.new-'), {
      timeout: 20_000,
      interval: 5,
    })
    first.signal('SIGKILL')
    await first.ended
    expect(existsSync(join(folder, 'postgres'))).toBe(false)

    const second = startLocal(folder)
    await second.prints(ready)
    expect(await answers(folder)).toBe(true)
    await stopCleanly(second, folder)
  })

test
  .runIf(isLong())
  .concurrent('a database that is killed under a running product is started again', async () => {
    const folder = await usedFolder()
    const product = startLocal(folder)
    await product.prints(ready)
    const { postgres, databaseUrl } = connectionOf(folder)
    process.kill(postgres?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(connectionOf(folder).postgres).not.toEqual(postgres), { timeout: 30_000 })
    expect(await query(databaseUrl ?? '', 'select 42 as answer')).toEqual([{ answer: 42 }])
    expect(await answers(folder)).toBe(true)
    await stopCleanly(product, folder)
  })

test
  .runIf(isLong())
  .concurrent('a database that ends again and again ends the product, with the reason', async () => {
    const folder = await usedFolder()
    const product = startLocal(folder)
    await product.prints(ready)
    for (let kills = 1; kills <= 4; kills++) {
      const { postgres } = connectionOf(folder)
      process.kill(postgres?.pid ?? 0, 'SIGKILL')
      if (kills < 4)
        await vi.waitFor(() => expect(connectionOf(folder).postgres).not.toEqual(postgres), {
          timeout: 30_000,
        })
    }
    expect(await product.ended).toBe(1)
    expect(product.output()).toContain('database keeps stopping')
  })

test
  .runIf(isLong())
  .concurrent('a lock of the database that names a stranger does not stop the start', async () => {
    const folder = await usedFolder()
    const { uid, gid } = statSync(join(folder, 'postgres'))
    const stranger = spawn('sleep', ['600'], {
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid, gid }),
    })
    await once(stranger, 'spawn')
    const lock = join(folder, 'postgres/postmaster.pid')
    writeFileSync(
      lock,
      `${stranger.pid}\n${join(folder, 'postgres')}\n1\n5432\n\n127.0.0.1\n  1 1\nready   \n`,
    )

    try {
      const second = startLocal(folder)
      await second.prints(ready)
      expect(stranger.exitCode ?? stranger.signalCode).toBe(null)
      await stopCleanly(second, folder)
    } finally {
      stranger.kill()
    }
  })

test
  .runIf(isLong())
  .concurrent('of two starts at the same moment exactly one gets the data folder', async () => {
    const folder = temporaryFolder()
    const both = [startLocal(folder), startLocal(folder)] as const
    const loser = await Promise.race(
      both.map(async (product) => ((await product.ended) === 1 ? product : null)),
    )
    const winner = both.find((product) => product !== loser) as (typeof both)[number]
    expect(loser?.output()).toContain('in use by')
    await winner.prints(ready)
    await stopCleanly(winner, folder)
  })

test.runIf(isTried('port')).concurrent('a taken port is named, and nothing is left running', async () => {
  const folder = temporaryFolder()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = startLocal(folder, { PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(`Port ${port} is used by another program`)
  expect(readdirSync(folder).sort()).toEqual(['keys.json', 'lock'])
  other.close()
})

test.runIf(isTried('data folder')).concurrent('a data folder that cannot be used is named', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const refused = startLocal(file)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(`The data folder ${file} cannot be used`)
})

test.runIf(isTried('setting')).concurrent('a wrong setting is named before anything starts', async () => {
  const folder = temporaryFolder()
  const refused = startLocal(folder, { PORT: 'many', TRIAL_DAYS: '-1' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/PORT[^]*TRIAL_DAYS/)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
})

test.runIf(isTried('command')).concurrent('ops names its commands when it does not know one', async () => {
  const unknown = run(['node', 'services/ops/main.ts', 'toString'], temporaryFolder())
  expect(await unknown.ended).toBe(2)
  expect(unknown.output()).toContain('doctor')
})

const planted = "process.on('SIGUSR2',()=>{throw new Error('planted')})"
const PLANTED = { NODE_OPTIONS: `--import data:text/javascript,${encodeURI(planted)}` }

/** What ends a product that runs. No product starts well after the last one. */
const ends = [
  {
    what: 'an error that nobody caught',
    reason: 'planted',
    async bring(_: string, product: LocalProcess) {
      product.signal('SIGUSR2')
    },
  },
  {
    what: 'a projector that cannot go on',
    reason: 'The projector has stopped.',
    async bring(folder: string) {
      const { address, databaseUrl } = connectionOf(folder)
      await query(databaseUrl ?? '', `update checkpoints set position = 'p1:99999999999999999999'`)
      await fetch(`${address}/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'anna@example.com', password: 'a long password' }),
      })
    },
  },
]

// One data folder for what needs one, in the order of its life: a start takes seconds of the processor's time.
describe('a product that is started, stopped, started again, killed, and started again', () => {
  let folder: string
  let keys: string
  let product: LocalProcess

  beforeAll(() => {
    folder = temporaryFolder()
  })

  const startAgain = async (env?: Record<string, string>) => {
    product = startLocal(folder, env)
    await product.prints(ready)
  }

  test('npm start prints its addresses, answers there, and leaves nothing running after SIGTERM', async () => {
    product = run(['npm', 'start'], folder)
    const output = await product.prints(ready)
    const { address } = connectionOf(folder)
    const mailbox = `${address}/mailbox (from elsewhere: /mailbox?token=`
    expect(output).toContain(mailbox)
    for (const place of [address, `${address}/m`, `${address}/docs`, folder])
      expect(output).toContain(` ${place}\n`)
    expect(await answers(folder)).toBe(true)
    keys = readFileSync(join(folder, 'keys.json'), 'utf8')
    await stopCleanly(product, folder)
    expect(existsSync(join(folder, 'connection.json'))).toBe(false)
  })

  test('where none runs, ops starts the database and leaves nothing running', async () => {
    const alone = run(doctor, folder)
    expect(await alone.ended).toBe(0)
    expect(alone.output()).toContain('started for this command')
    // The worker may have sealed something.
    const files = ['keys.json', 'lock', 'macs.json', 'postgres', 'postgres.log', 'postgres.previous.log']
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith('seals.'))
        .sort(),
    ).toEqual(files)
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false)
  })

  test('keys and connection are for their owner only, and a restart keeps the keys', async () => {
    await startAgain()
    for (const file of ['keys.json', 'connection.json'])
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe(keys)
  })

  test('a second start in its data folder names the first and goes', async () => {
    const { address } = connectionOf(folder)
    const second = startLocal(folder)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`in use by a running product (process ${product.pid}) at ${address}`)
    expect(await answers(folder)).toBe(true)
  })

  test('ops finds its database', async () => {
    const beside = run(doctor, folder)
    expect(await beside.ended).toBe(0)
    expect(beside.output()).toContain(`running product, process ${product.pid}`)
    expect(await answers(folder)).toBe(true)
  })

  test('after kill -9 the next start goes on with its database and its data', async () => {
    const before = connectionOf(folder)
    await query(before.databaseUrl ?? '', 'create table kept as select 42 as answer')
    product.signal('SIGKILL')
    await product.ended
    expect(before.postgres && isRunning(before.postgres)).toBe(true)

    await startAgain(PLANTED)
    expect(await answers(folder)).toBe(true)
    const after = connectionOf(folder)
    expect(after.postgres).toEqual(before.postgres)
    expect(await query(after.databaseUrl ?? '', 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  // In `npm test` the first, which ends the product that came after the kill.
  test.each(casesOfRun(ends))(
    '$what ends the product, with the reason, and its database with it',
    async ({ reason, bring }) => {
      if (!existsSync(join(folder, 'connection.json'))) await startAgain(PLANTED)
      const { postgres } = connectionOf(folder)
      await bring(folder, product)
      expect(await product.ended).toBe(1)
      expect(product.output()).toContain(reason)
      expect(postgres && isRunning(postgres)).toBe(false)
    },
  )

  test('one whose keys are gone is not started with new ones', async () => {
    rmSync(join(folder, 'keys.json'))
    const refused = startLocal(folder)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('are missing')
  })
})
