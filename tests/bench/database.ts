import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#platform/postgres/database.ts'
import { buildReadModels } from '#support/read-models/build-read-models.ts'
import type { TestDatabase } from '#support/servers/postgres.ts'

const run = async (connectionString: string, statement: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Creates a migrated database on the server at `url`, so that measurements do not share data. `built`: with every read model. */
export const newDatabase = async (url: string, { built = false } = {}): Promise<TestDatabase> => {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  await run(url, `create database ${name}`)
  const { href } = Object.assign(new URL(url), { pathname: name })
  await migrate(href)
  if (built) await buildReadModels(href)
  return { url: href, drop: () => run(url, `drop database ${name} with (force)`) }
}
