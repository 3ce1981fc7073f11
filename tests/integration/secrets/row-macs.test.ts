import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVICE_PIN_ROWS } from '#modules/accounts/devices/device-pin.store.ts'
import { allRows } from '#modules/all-rows.ts'
import { createMetrics } from '#platform/watch/metrics.ts'
import { openDatabase, type Knex } from '#platform/postgres/database.ts'
import { changeRow, createRowMacs, sealRows, type MacTable } from '#platform/secrets/row-macs.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { readModels } from '#projections/projector.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

/** Tables whose rows open no door, each with the reason. */
const EXCUSED: Readonly<Record<string, string>> = {
  build_steps: 'what is still to be recorded as a fact',
  check_people: 'limits call checks',
  checkpoints: 'places of followers; the store is compared with them',
  data_keys: 'each key is bound to its id when it is wrapped',
  dismissed_alerts: 'what an admin has seen',
  effects: 'mails and pushes that are sent; a recipient follows from facts',
  erasures: 'compared with the ledger of erasures',
  file_parts: 'sealed, each part bound to its file and place',
  guesses_in_flight: 'limits guesses',
  history_views: 'filters of an audit log',
  idempotency_keys: 'refuses a repetition with another text',
  known_payees: 'keyed hashes; a row fits no payee without the key of its workspace',
  mailbox_messages: 'mails of the local mailbox',
  mail_pace: 'how many mass mails have a slot',
  master_keys: 'compared with the keys of the settings',
  open_pages: 'whom a question reaches; only a hint',
  open_streams: 'limits live streams',
  pair_tries: 'limits guesses; each wrong number and each lock is an event as well',
  parked_facts: 'facts that a read model could not apply',
  prepared_requests: 'a salt; what was signed names its text by it',
  request_openings: 'shown to the requester only',
  provider_tokens: 'tokens that are spent',
  push_subscriptions: 'where pushes go; they hold ids only, and the session is checked',
  reactor_checkpoints: 'places of followers; the store is compared with them',
  approval_slots: 'limits approvals',
  request_slots: 'limits call checks',
  running_programs: 'which versions of events may be written',
  secret_marks: 'compared with the keys of the settings',
  throttles: 'limits guesses',
  stamped_logs: 'when to ask for the next time stamp',
  time_runs: 'when deadlines were recorded',
  time_stamps: 'tokens that prove themselves',
  witnessed_logs: 'signatures that prove themselves, and when to ask again',
  workspace_notes: 'what super admins write for each other, sealed',
}

let database: TestDatabase
let db: Knex
beforeAll(async () => {
  database = await createDatabase({ built: true })
  db = openDatabase(database.url)
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

const columnsByTable = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const columns: { table_name: string; column_name: string }[] = await db('information_schema.columns')
    .where({ table_schema: 'public' })
    .select('table_name', 'column_name')
  const built = new Set(readModels.flatMap(({ tables }) => Object.keys(tables)))
  const byTable = Map.groupBy(columns, ({ table_name }) => table_name)
  return new Map(
    [...byTable]
      .filter(([table]) => !built.has(table) && !table.startsWith('knex_'))
      .map(([table, found]) => [table, found.map(({ column_name }) => column_name)]),
  )
}

test('each table that is no read model has MACs, or is named here with the reason', async () => {
  const withMacs = allRows.map(({ table }) => table)
  const named = [...withMacs, ...Object.keys(EXCUSED)]
  expect([...(await columnsByTable()).keys()].toSorted()).toEqual(named.toSorted())
})

test.each(allRows.map((rows) => [rows.table, rows] as const))(
  '%s: the MAC covers each column that is not excused',
  async (table, { claims, excused, key }) => {
    const columns = (await columnsByTable()).get(table)!
    expect([...claims, ...Object.keys(excused), 'mac'].toSorted()).toEqual(columns.toSorted())
    for (const column of key) expect(claims).toContain(column)
  },
)

const TABLE: MacTable = {
  table: 'identities',
  key: ['identity_hash'],
  claims: ['identity_hash', 'user_id'],
  excused: { linked_at: 'decides nothing' },
}
const macsOf = (ring: string) =>
  createRowMacs(ring, { log: silentLog, metrics: createMetrics(), now: () => new Date() })
const row = { identity_hash: 'i1:a', user_id: 'b0a7a1a6-6a35-4d1d-8c80-0f6a4f4a6f11' }

describe('a MAC', () => {
  const [old, fresh] = [`1:${randomToken()}`, `2:${randomToken()}`]

  test('of an older key is good while the key is listed, and the newest one seals', () => {
    const sealed = macsOf(old).sealed(TABLE, row)
    const both = macsOf(`${old},${fresh}`)
    expect(both.genuine(TABLE, sealed)).toBe(sealed)
    expect(both.sealed(TABLE, row).mac).toMatch(/^m1:2:/)
    expect(macsOf(fresh).genuine(TABLE, sealed)).toBeUndefined()
  })

  test('fits one table, one key and one row', () => {
    const macs = macsOf(old)
    const sealed = macs.sealed(TABLE, row)
    expect(macs.fits(TABLE, sealed)).toBe(true)
    expect(macs.fits({ ...TABLE, table: 'sessions' }, sealed)).toBe(false)
    expect(macs.fits(TABLE, { ...sealed, identity_hash: 'i1:b' })).toBe(false)
    expect(macs.fits(TABLE, { ...row, mac: null })).toBe(false)
    expect(macs.fits(TABLE, { ...sealed, mac: sealed.mac.replace('m1:1', 'm1:2') })).toBe(false)
    expect(macsOf(`1:${randomToken()}`).fits(TABLE, sealed)).toBe(false)
  })

  test('does not take a value for another one that looks alike, and misses no column', () => {
    const macs = macsOf(old)
    const { mac } = macs.sealed(TABLE, { ...row, user_id: null })
    expect(macs.fits(TABLE, { ...row, user_id: 'null', mac })).toBe(false)
    expect(() => macs.sealed(TABLE, { identity_hash: 'i1:a' })).toThrow(/user_id is missing/)
  })
})

test('a row that two change at once keeps both changes, and a MAC that fits', async () => {
  const rowMacs = macsOf(randomToken())
  const rows = { db, rowMacs }
  const table: MacTable = {
    table: 'passkeys',
    key: ['device_id'],
    claims: ['device_id', 'user_id', 'credential_id', 'transports', 'counter'],
    excused: {},
  }
  const id = { device_id: '9b0d7f4e-63f0-4a57-9f51-1f1a3a6cc001' }
  const made = { ...id, user_id: row.user_id, credential_id: 'c', transports: ['usb'], counter: 0 }
  await db('passkeys').insert(rowMacs.sealed(table, made))
  const other = { user_id: '9b0d7f4e-63f0-4a57-9f51-1f1a3a6cc002' }
  await Promise.all([
    changeRow(rows, table, db('passkeys').where(id), { counter: 7 }),
    changeRow(rows, table, db('passkeys').where(id), other),
  ])
  const stored = await db('passkeys').where(id).first()
  expect(rowMacs.genuine(table, stored)).toMatchObject({ ...other, counter: '7' })
})

test('sealing gives a MAC to rows that never had one, and none to a row that was changed or has ended', async () => {
  const rowMacs = macsOf(randomToken())
  const disabledAt = new Date('2026-03-01T12:00:00.000Z')
  const rowOf = (key_hash: string) => ({
    device_id: crypto.randomUUID(),
    user_id: row.user_id,
    key_hash,
    pin_hash: 'h',
  })
  const [bare, changed, ended] = [rowOf('bare'), rowOf('changed'), rowOf('ended')]
  await db('device_pins').insert([
    { ...bare, mac: null },
    { ...rowMacs.sealed(DEVICE_PIN_ROWS, changed), pin_hash: 'another' },
    { ...ended, mac: null, disabled_at: disabledAt },
  ])
  expect(await sealRows({ db, rowMacs }, DEVICE_PIN_ROWS)).toBe(1)
  const fits = async ({ device_id }: { device_id: string }) =>
    rowMacs.fits(DEVICE_PIN_ROWS, await db('device_pins').where({ device_id }).first())
  expect([await fits(bare), await fits(changed), await fits(ended)]).toEqual([true, false, false])
})
