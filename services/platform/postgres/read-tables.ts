import knex, { type Knex } from 'knex'
import pg from 'pg'
import { Rejected } from '#contract/errors.ts'

/** What a process knows of a read model that its queries rest on. */
export type ReadModelTables = {
  readonly name: string
  readonly version: number
  /** By the names that queries use. */
  readonly tables: { readonly [table: string]: { readonly additive?: object } }
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const RELATION = /^relation "(?:\w+\.)?(\w+)" does not exist$/
const COLUMN = /^column "?(?:\w+\.)?(\w+)"? does not exist$/

type Client = Knex.Client & { _query(connection: pg.Client, query: unknown): Promise<unknown> }
type ClientClass = new (config: Knex.Config) => Client

const Postgres = knex({ client: 'pg' }).client.constructor as ClientClass

/** Whether some read model is read as an older program made it, where a query of this one may miss a column. */
const someIsOlder = async (connection: pg.Client, models: readonly ReadModelTables[]): Promise<boolean> => {
  const { rows } = await connection.query<{ model: string; version: number }>(
    `SELECT model, version FROM checkpoints WHERE state = 'active'`,
  )
  return models.some(({ name, version }) => rows.some((row) => row.model === name && row.version < version))
}

/**
 * A client of PostgreSQL whose queries throw `read-model.building` where the tables of a read model are not there, or
 * not as this program knows them.
 */
export const clientOf = (models: readonly ReadModelTables[]): ClientClass => {
  const tables = new Set(models.flatMap((model) => Object.keys(model.tables)))
  /** A build of the same version has them once a projector of this program has opened it. */
  const additive = new Set(
    models.flatMap((model) =>
      Object.values(model.tables).flatMap((table) => Object.keys(table.additive ?? {})),
    ),
  )

  const isBuilding = async (error: unknown, connection: pg.Client): Promise<boolean> => {
    if (!(error instanceof pg.DatabaseError)) return false
    if (error.code === UNDEFINED_TABLE) return tables.has(RELATION.exec(error.message)?.[1] ?? '')
    if (error.code !== UNDEFINED_COLUMN) return false
    if (additive.has(COLUMN.exec(error.message)?.[1] ?? '')) return true
    // In a transaction that has failed nobody can ask any more: it is told as it came.
    return someIsOlder(connection, models).catch(() => false)
  }

  return class extends Postgres {
    override async ['_query'](connection: pg.Client, query: unknown): Promise<unknown> {
      try {
        return await super['_query'](connection, query)
      } catch (error) {
        throw (await isBuilding(error, connection)) ? new Rejected('read-model.building') : error
      }
    }
  }
}
