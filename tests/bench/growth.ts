import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, median, type Bench, type Figure } from './measure.ts'
import {
  commands,
  lanes,
  openMeasuring,
  roundsOf,
  spendOnAll,
  type Measured,
  type Measuring,
  type Spent,
} from './processor-time.ts'

/** How often the work of the first company stands in the larger product. */
const COPIES = Number(process.env['BENCH_COPIES'] ?? 100)
const SMALLER = 100
/** Rounds of work that are copied. They also warm up. */
const COPIED_ROUNDS = 4
const IDLE_MS = 20_000
const GOAL = 1.3

const reads: readonly Measured[] = [
  {
    name: 'read an inbox',
    calls: 10,
    run: ({ client, actors: { approver } }) => client.send('GET', '/requests/inbox?limit=20', approver),
  },
  {
    name: 'read the audit log',
    calls: 10,
    run: ({ client, actors: { admin, workspaceId } }) =>
      client.send('GET', `/workspaces/history/${workspaceId}?limit=20`, admin),
  },
]
const measured = [...commands, ...reads]
const copiedWork = commands.filter(({ name }) => name !== 'create a workspace')

type Column = { readonly column: string; readonly type: string; readonly key: boolean }
type Table = { readonly schema: string; readonly name: string; readonly columns: readonly Column[] }

/** These hold a row per program, build or kind, or what each start writes. */
const NOT_COPIED =
  /^(knex_|checkpoints|reactor_checkpoints|running_programs|master_keys|secret_marks|head|identity|mail_pace|build)/

const tablesIn = async (db: pg.Client): Promise<readonly Table[]> => {
  const { rows } = await db.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name, json_agg(json_build_object(
        'column', a.attname, 'type', a.atttypid::regtype::text,
        'key', EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
      )) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attidentity = ''
    WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_)'
    GROUP BY 1, 2`)
  return rows.filter(({ name }) => !NOT_COPIED.test(name))
}

/** Ids and keys differ in each copy, in all tables alike, so that what belongs together still does. */
const copied = ({ column, type, key }: Column): string => {
  if (column === 'position' && type === 'bigint') return `position - n::bigint * 10000000`
  if (type === 'uuid') return `md5("${column}"::text || n)::uuid`
  if (type === 'uuid[]') return `ARRAY(SELECT md5(of::text || n)::uuid FROM unnest("${column}") of)`
  if (column === 'stream' || (key && type === 'text')) return `"${column}" || ' ' || n`
  return `"${column}"`
}

/** Indexes that are no keys: filled row by row they would take most of the time. */
const plainIndexesIn = async (
  db: pg.Client,
): Promise<readonly { readonly name: string; readonly made: string }[]> => {
  const { rows } = await db.query(`
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT i.indisunique AND n.nspname !~ '^(pg_|information_)'`)
  return rows
}

/**
 * Copies every row that belongs to a person or a workspace so many times, as if as many companies had done the same. No program
 * reads the events of the copies: they stand before the first one.
 */
const multiply = async (url: string, copies: number): Promise<void> => {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const indexes = await plainIndexesIn(db)
    for (const { name } of indexes) await db.query(`DROP INDEX ${name}`)
    for (const { schema, name, columns } of await tablesIn(db)) {
      const names = columns.map(({ column }) => `"${column}"`).join(', ')
      await db.query(
        `INSERT INTO "${schema}"."${name}" (${names}) SELECT ${columns.map(copied).join(', ')}
         FROM "${schema}"."${name}", generate_series(1, ${copies}) n ON CONFLICT DO NOTHING`,
      )
    }
    for (const { made } of indexes) await db.query(made)
    await db.query('VACUUM ANALYZE')
  } finally {
    await db.end()
  }
}

type Size = {
  readonly workspaces: string
  readonly facts: string
  readonly people: string
  /** Rows that were read because a statement read a whole table, by table. */
  readonly whole: Readonly<Record<string, number>>
}

const sizeOf = async ({ url }: Measuring): Promise<Size> => {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const { rows } = await db.query<Size>(`
      SELECT (SELECT count(*) FROM workspaces_1.workspaces) AS workspaces, (SELECT count(*) FROM event_store.events) AS facts,
        (SELECT count(*) FROM workspaces_1.participants) AS people,
        (SELECT json_object_agg(schemaname || '.' || relname, seq_tup_read) FROM pg_stat_user_tables) AS whole`)
    return rows[0]!
  } finally {
    await db.end()
  }
}

/** Of each table of which more than a thousand rows were read that way since then. */
const readWhole = (before: Size, after: Size): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(after.whole)
      .map(([table, read]) => [table, read - (before.whole[table] ?? 0)] as const)
      .filter(([, read]) => read > 1_000),
  )

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Processor time of the product and of PostgreSQL while nobody calls, with what the clock starts meanwhile. */
const idle = async ({ productMs, storeMs }: Measuring): Promise<number> => {
  const before = productMs() + storeMs()
  await pause(IDLE_MS)
  return productMs() + storeMs() - before
}

/** What a command costs in a product that a hundred times as many companies have used, to what it costs in the smaller one. */
export const benchGrowth: Bench = async (_url, progress) => {
  const servers: Measuring[] = []
  try {
    for (const copies of [COPIES, COPIES / SMALLER]) {
      progress(`growth: starting a product with ${copies} copies of the same work`)
      const server = await openMeasuring()
      servers.push(server)
      for (let round = 0; round < COPIED_ROUNDS; round += 1) await spendOnAll(server, lanes, copiedWork)
      await multiply(server.url, copies)
    }
    const sizes = await Promise.all(servers.map(sizeOf))
    const spent = await roundsOf(servers, lanes, (text) => progress(`growth, ${text}`), measured)
    const after = await Promise.all(servers.map(sizeOf))
    const idles = []
    for (const server of servers) idles.push(await idle(server))
    const [{ workspaces, facts, people }] = sizes as [Size, Size]
    const name = `with ${workspaces} workspaces, ${facts} facts, ${people} people, to a hundredth`
    const costOf = (server: number, command: number, of: (one: Spent) => number) =>
      median(spent[server]!.map((taken) => of(taken[command]!)))
    const compared = (command: number, what: string, of: (one: Spent) => number): Figure =>
      figure(`${measured[command]!.name} ${name}: ${what}`, costOf(0, command, of), 'ms', {
        baseline: costOf(1, command, of),
        goal: GOAL,
      })
    const whole = after.map((size, i) => readWhole(sizes[i]!, size))
    progress(`growth: rows of tables that were read whole: ${JSON.stringify(whole)}`)
    const [larger, smaller] = whole.map((tables) => sum(Object.values(tables)))
    return [
      ...measured.flatMap((_, command) => [
        compared(command, 'processor time', (one) => one.productMs + one.storeMs),
        compared(command, 'p50', (one) => one.p50Ms),
      ]),
      figure(`nobody calls for ${IDLE_MS / 1_000} s ${name}: processor time`, idles[0]!, 'ms', {
        baseline: idles[1]!,
        goal: GOAL,
      }),
      figure(`rows of tables that were read whole, ${name}`, larger!, 'rows', { baseline: smaller! }),
    ]
  } finally {
    for (const server of servers) await server.close()
  }
}
