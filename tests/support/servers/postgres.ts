import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = {
  readonly url: string
  /** Ends every connection to it and removes it. Throws when facts are parked in it that nobody expected. */
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

let mayPark = false

/** Facts may be parked in the databases of this test file from now on. */
export const expectParked = (): void => {
  mayPark = true
}

/** Each fact that is set aside, with why; what is held waits for a newer program, and what only stands behind says so. */
const parkedIn = async (url: string): Promise<string[]> => {
  const rows = await run<{ build: string; type: string; error: string }>(
    url,
    'select build, type, error from parked_facts where not held order by build, position limit 20',
  )
  return rows.map(({ build, type, error }) => `${build} ${type}: ${error}`)
}

/**
 * A database of its own for a test file, empty and migrated, with a store id of its own; takes about 50 ms. `built`: every
 * read model is there, of a store in this database.
 */
export const createDatabase = async ({ built = false } = {}): Promise<TestDatabase> => {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const { href } = Object.assign(new URL(server), { pathname: name })
  const template = inject(built ? 'builtDatabase' : 'templateDatabase')
  await run(server, `create database ${name} template ${template}`)
  await run(
    href,
    `with own as (update event_store.identity set store_id = gen_random_uuid() returning store_id)
     update checkpoints set store_id = own.store_id from own`,
  )
  return {
    url: href,
    async drop() {
      const parked = mayPark ? [] : await parkedIn(href)
      await run(server, `drop database ${name} with (force)`)
      if (parked.length > 0)
        throw new Error(
          `Facts were parked; a test that means to park some calls expectParked():\n${parked.join('\n')}`,
        )
    },
  }
}
