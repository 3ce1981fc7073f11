import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { isTransient, migrate, openDatabase, type Knex } from '#platform/postgres/database.ts'
import { createDatabase, overTcp, type TestDatabase } from '#support/servers/postgres.ts'
import { ownerUrl } from '#support/servers/runtime-url.ts'

let database: TestDatabase
let knex: Knex
beforeAll(async () => {
  database = await createDatabase()
  knex = openDatabase(ownerUrl(database.url))
})
afterAll(async () => {
  await knex.destroy()
  await database.drop()
})

const failureOf = async (attempt: PromiseLike<unknown>): Promise<unknown> =>
  attempt.then(
    () => expect.fail('it succeeded'),
    (error: unknown) => error,
  )

test('several processes can migrate an empty database at once', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  await admin.query('create database migrated_at_once')
  const url = Object.assign(new URL(ownerUrl(database.url)), { pathname: 'migrated_at_once' }).href
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  await admin.query('drop database migrated_at_once with (force)')
  await admin.end()
})

test('a killed migration does not block the next one', async () => {
  await knex('knex_migrations_lock').update({ is_locked: 1 })
  await migrate(ownerUrl(database.url))
})

test('a migration without a password leaves no login open, for which DROP DATABASE would wait', async () => {
  const url = new URL(overTcp(ownerUrl(database.url)))
  const { hostname, port } = url
  let logins = 0
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname)
    logins += 1
    client.pipe(server).pipe(client)
    for (const end of [client, server]) end.on('error', () => {}).on('close', () => client.destroy())
    client.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const there = { password: '', port: (relay.address() as AddressInfo).port }
  const { href } = Object.assign(url, there)
  expect(await failureOf(migrate(href))).toMatchObject({ message: expect.stringContaining('password') })
  expect(logins).toBe(1)
  // The relay closes once no connection is open.
  const closed = once(relay, 'close')
  relay.close()
  // Sooner than the server gives up the login.
  expect(await Promise.race([closed.then(() => 'closed'), pause(3_000, 'open')])).toBe('closed')
})

test('a lost connection is transient, and the pool opens another', async () => {
  const lost = await failureOf(knex.raw('select pg_terminate_backend(pg_backend_pid())').then())
  expect(isTransient(lost)).toBe(true)
  await vi.waitFor(async () => expect((await knex.raw('select 1 as one')).rows).toEqual([{ one: 1 }]), {
    timeout: 20_000,
  })
})

test('an unavailable database is transient, a wrong statement or a bug is not', async () => {
  const nowhere = openDatabase('postgres://nobody:none@127.0.0.1:1/none')
  expect(isTransient(await failureOf(nowhere.raw('select 1').then()))).toBe(true)
  await nowhere.destroy()
  expect(isTransient(await failureOf(knex.raw('select nonsense').then()))).toBe(false)
  const undeclared = openDatabase('postgres://nobody:none@no-such-host.invalid/none')
  expect(isTransient(await failureOf(undeclared.raw('select 1').then()))).toBe(true)
  await undeclared.destroy()
  expect(isTransient(Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }))).toBe(true)
  expect(isTransient(Object.assign(new TypeError('no'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBe(false)
  expect(isTransient(new TypeError('x is undefined'))).toBe(false)
  expect(isTransient('text')).toBe(false)
})
