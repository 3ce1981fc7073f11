import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isTransient, openDatabase, type Knex } from '#platform/postgres/database.ts'
import { collectChanges, type Row } from '#projections/engine/definition/changes.ts'
import { copyRows } from '#projections/engine/runner/copy-rows.ts'
import { createDatabase, type TestDatabase } from '#support/servers/postgres.ts'

let database: TestDatabase
let db: Knex
let client: pg.Client
const schema = 'copied'
const columns = [
  'id',
  'word',
  'label',
  'count',
  'ratio',
  'yes',
  'at',
  'day',
  'owner',
  'fields',
  'raw',
  'words',
]

beforeAll(async () => {
  database = await createDatabase()
  db = openDatabase(database.url)
  const shape = `(id integer PRIMARY KEY, word text, label varchar(60), count bigint, ratio double precision,
    yes boolean, at timestamptz, day date, owner uuid, fields jsonb, raw json, words text[], made text DEFAULT 'here')`
  await db.raw(
    `CREATE SCHEMA "${schema}"; CREATE TABLE "${schema}"."Rows" ${shape}; CREATE TABLE plain_rows ${shape}`,
  )
})
beforeEach(async () => {
  await db.raw(`TRUNCATE "${schema}"."Rows", plain_rows`)
  client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  return () => client.end()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const into = { schema, table: 'Rows', columns }
const copied = async (): Promise<Row[]> => db.withSchema(schema).table('Rows').orderBy('id')

/** The same rows as a live batch writes them. */
const written = async (rows: readonly Row[]): Promise<Row[]> => {
  const changes = collectChanges('public', { plain_rows: { key: ['id'], columns: {} } })
  for (const row of rows) changes.put('plain_rows', row)
  for (const { sql, json } of changes.statements()) await db.raw(sql, [json])
  return db('plain_rows').orderBy('id')
}

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '\\',
        '\t',
        '\n',
        '\r',
        '\b',
        '\f',
        '\v',
        '"',
        "'",
        ',',
        '{',
        '}',
        'N',
        '.',
        ' ',
        'é',
        '界',
        '👩‍🚒',
      ),
    }),
    fc.constantFrom(
      '\\N',
      '\\.',
      'NULL',
      'null',
      '',
      '{}',
      '[]',
      '"',
      '\u2028',
      '\ufeff',
      '\\x41',
      'الاسم',
      'שם',
      '名前',
    ),
  )
  .map((given) => given.replaceAll('\0', ''))
const json = fc.jsonValue({ stringUnit: text as never, maxDepth: 2 }).map((value) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/\\u0000|\\ud[89a-f]../g, '')
      .replaceAll('-0', '0'),
  ),
)
const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
const row = fc.record(
  {
    word: fc.option(fc.oneof(text, fc.integer(), fc.boolean(), json)),
    label: fc.option(text.map((given) => [...given].slice(0, 30).join(''))),
    count: fc.option(fc.maxSafeInteger()),
    ratio: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    yes: fc.option(fc.boolean()),
    at: fc.option(
      fc.oneof(
        instant,
        instant.map((date) => date.toISOString()),
      ),
    ),
    day: fc.option(instant.map((date) => date.toISOString().slice(0, 10))),
    owner: fc.option(fc.uuid()),
    fields: fc.option(fc.oneof(json, text)),
    raw: fc.option(fc.oneof(json, text)),
    words: fc.option(fc.array(fc.option(text))),
  },
  { requiredKeys: [] },
)

test('COPY stores the same rows as a live batch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (given) => {
      await db.raw(`TRUNCATE "${schema}"."Rows", plain_rows`)
      const rows: Row[] = given.map((one, id) => ({ id, ...one }))
      expect(await copyRows(client, into, rows)).toBe(rows.length)
      expect(await copied()).toEqual(await written(rows))
    }),
    { numRuns: 150 },
  )
}, 60_000)

const numbered = function* (count: number): Generator<Row> {
  for (let id = 0; id < count; id += 1) yield { id, word: `${id} ${'x'.repeat(200)}` }
}

test('copies many rows in chunks', async () => {
  expect(await copyRows(client, into, numbered(20_000))).toBe(20_000)
  const [first] = await copied()
  expect(first).toMatchObject({ id: 0, made: 'here', words: null })
})

test('copies a stream of rows, and nothing when it fails', async () => {
  const made = async function* () {
    yield* numbered(5_000)
    throw new Error('no more of them')
  }
  await expect(copyRows(client, into, made())).rejects.toThrow('no more of them')
  expect(await copied()).toEqual([])
  expect(await copyRows(client, into, numbered(1))).toBe(1)
})

test('copies nothing when the server fails midway', async () => {
  await db.raw(`CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.id = 15000 THEN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON "${schema}"."Rows" FOR EACH ROW EXECUTE FUNCTION fill_disk()`)
  try {
    const fault: unknown = await copyRows(client, into, numbered(20_000)).catch((error: unknown) => error)
    expect(String(fault)).toContain('could not extend file')
    expect(isTransient(fault)).toBe(true)
    expect(await copied()).toEqual([])
    expect(await copyRows(client, into, numbered(1))).toBe(1)
  } finally {
    await db.raw(`DROP TRIGGER full_disk ON "${schema}"."Rows"`)
  }
})

test('copies nothing when the connection breaks', async () => {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const breaking = async function* () {
    yield* numbered(5_000)
    await db.raw('SELECT pg_terminate_backend(?)', [rows[0]!.pid])
    yield* numbered(50_000)
  }
  const fault: unknown = await copyRows(client, into, breaking()).catch((error: unknown) => error)
  expect(isTransient(fault)).toBe(true)
  expect(await copied()).toEqual([])
})

test.each([
  ['half of a surrogate pair', { id: 1, word: 'a\ud800' }, 'surrogate'],
  ['a NUL', { id: 1, word: 'a\0' }, '0x00'],
  ['what the column is not', { id: 1, owner: 'me' }, 'uuid'],
])('rejects %s, and writes no row', async (_, bad, message) => {
  await expect(copyRows(client, into, [{ id: 0 }, bad])).rejects.toThrow(message)
  expect(await copied()).toEqual([])
})

test('names a missing column', async () => {
  await expect(copyRows(client, { ...into, columns: ['id', 'colour'] }, [])).rejects.toThrow(
    'no column colour',
  )
})

test('asks for the columns of a table once per connection', async () => {
  const query = vi.spyOn(client, 'query')
  for (let id = 0; id < 3; id += 1) await copyRows(client, into, [{ id, fields: { id } }])
  // Once for the columns, and for each COPY.
  expect(query).toHaveBeenCalledTimes(4)
  expect(await copied()).toHaveLength(3)
})
