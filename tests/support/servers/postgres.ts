import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { RUNTIME_ROLE, runtimeUrl } from './runtime-url.ts'

export type TestDatabase = {
  /** With the role of the processes; of an empty database with the owner's. */
  readonly url: string
  /** Ends every connection to it and removes it. Throws when it holds dead letters that no test expects. */
  drop(): Promise<void>
}

const run = async <Row extends pg.QueryResultRow>(connectionString: string, statement: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

let server: pg.Pool | undefined
/** Runs a statement on the server's own database, on one connection for all files of a worker. */
const onServer = async (statement: string): Promise<void> => {
  if (!server) {
    const options = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true }
    server = new pg.Pool({ connectionString: inject('socketUrl'), ...options })
    // The server ends before its clients.
    server.on('error', () => {})
  }
  await server.query(statement)
}

let expectsDeadLetters = false

/** Allows dead letters in the databases of this test file from now on. */
export const expectDeadLetters = (): void => {
  expectsDeadLetters = true
}

/** Called before each test file: files share their modules. */
export const expectNoDeadLetters = (): void => {
  expectsDeadLetters = false
}

/** Returns dead letters with their errors, without held facts. */
const deadLettersIn = async (url: string): Promise<string[]> => {
  const rows = await run<{ build: string; type: string; error: string }>(
    url,
    'select build, type, error from parked_facts where not held order by build, position limit 20',
  )
  return rows.map(({ build, type, error }) => `${build} ${type}: ${error}`)
}

/** The same database over TCP, for a test that puts something between. */
export const overTcp = (url: string): string => {
  const { hostname, port } = new URL(inject('postgresUrl'))
  return Object.assign(new URL(url), { hostname, port }).href
}

const OWN_ID = `
  with own as (update event_store.identity set store_id = gen_random_uuid() returning store_id)
  update checkpoints set store_id = own.store_id from own;`

/**
 * A migrated database with its own store id, for one test file; takes about 50 ms. `built`: every read model
 * exists, of the store in this database. `empty`: no migration is applied. `copies`: the url of another one, to which
 * nobody is connected, with the same store id.
 */
export const createDatabase = async ({
  built = false,
  empty = false,
  copies = '',
} = {}): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { href } = Object.assign(new URL(inject('socketUrl')), { pathname: name })
  const template = copies
    ? new URL(copies).pathname.slice(1)
    : empty
      ? 'template0'
      : inject(built ? 'builtDatabase' : 'templateDatabase')
  // By files it takes a third of the time: the server does not sync, and by default it would log each page.
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  if (!empty) await run(href, `${copies ? '' : OWN_ID} grant create on database ${name} to ${RUNTIME_ROLE}`)
  return {
    url: empty ? href : runtimeUrl(href),
    async drop() {
      const deadLetters = expectsDeadLetters ? [] : await deadLettersIn(href)
      await onServer(`drop database ${name} with (force)`)
      if (deadLetters.length > 0)
        throw new Error(
          `The database holds dead letters; a test that expects some calls expectDeadLetters():\n${deadLetters.join('\n')}`,
        )
    },
  }
}
