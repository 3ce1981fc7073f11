import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderPath, root } from '../local/data-folder.ts'
import type { Command } from './command.ts'
import { openOpsDatabase } from './open-database.ts'
import { databaseVersion } from '#platform/database-version.ts'
import { openDatabase, type Knex } from '#platform/database.ts'

const line = (name: string, value: string) => console.log(`${name.padEnd(14)}${value}`)

const rows = async <Row>(database: Knex, table: string, query: string): Promise<readonly Row[] | null> => {
  const { rows: found } = await database.raw<{ rows: { exists: boolean }[] }>(
    'select to_regclass(?) is not null as exists',
    [table],
  )
  if (!found[0]?.exists) return null
  return (await database.raw<{ rows: Row[] }>(query)).rows
}

const versions = async (database: Knex) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  line('Product', version)
  line('Node', process.versions.node)
  const before = performance.now()
  const answer = await database.raw<{ rows: { server_version: string }[] }>('show server_version')
  line(
    'PostgreSQL',
    `${answer.rows[0]?.server_version} (answered in ${Math.round(performance.now() - before)} ms)`,
  )
}

const migrations = async (database: Knex): Promise<number> => {
  const { missing } = await databaseVersion(database)
  line('Migrations', missing.length === 0 ? 'all applied' : `missing: ${missing.join(', ')}`)
  return missing.length
}

/** Facts up to here exist; null without an event store. */
const newestFact = async (database: Knex): Promise<bigint | null> => {
  const head = await rows<{ position: string }>(
    database,
    'event_store.head',
    'select position from event_store.head',
  )
  const position = head?.[0] ? BigInt(head[0].position) : null
  line('Newest fact', position === null ? 'no event store' : String(position))
  return position
}

type Checkpoint = { name: string; version: number; position: string | null }

const checkpoints = async (database: Knex, head: bigint | null): Promise<void> => {
  const query = 'select name, version, position from checkpoints order by name'
  const found = await rows<Checkpoint>(database, 'checkpoints', query)
  line('Checkpoints', found === null || found.length === 0 ? 'none' : '')
  for (const { name, version, position } of found ?? []) {
    const at = BigInt(position?.slice(position.indexOf(':') + 1) ?? 0)
    const behind = head === null ? '' : `, ${head - at} behind`
    console.log(`  ${`${name} v${version}`.padEnd(34)} ${at}${behind}`)
  }
}

type Parked = { projection: string; count: string; first: string }

const parked = async (database: Knex): Promise<number> => {
  const query =
    'select projection, count(*), min(position) as first from parked_facts group by projection order by projection'
  const found = (await rows<Parked>(database, 'parked_facts', query)) ?? []
  line('Parked facts', found.length === 0 ? 'none' : '')
  for (const { projection, count, first } of found)
    console.log(`  ${projection.padEnd(34)} ${count}, first at ${first}`)
  return found.length
}

export const doctor: Command = {
  usage: '',
  summary: 'versions, whether the database answers, how far each projection is, what is parked',
  run: async () => {
    line('Data folder', dataFolderPath(process.env))
    const found = await openOpsDatabase()
    line('Database', found.origin)
    const database = openDatabase(found.databaseUrl)
    try {
      await versions(database)
      const missing = await migrations(database)
      await checkpoints(database, await newestFact(database))
      const isHealthy = missing + (await parked(database)) === 0
      return isHealthy ? 0 : 1
    } finally {
      await database.destroy()
      await found.close()
    }
  },
}
