import knex, { type Knex } from 'knex'
import pg from 'pg'
import { Rejected } from '#contract/errors.ts'

/** A read model that the queries of this process depend on. */
export type ReadModelTables = {
  readonly name: string
  readonly version: number
  /** By table name. */
  readonly tables: { readonly [table: string]: { readonly additive?: object } }
}

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
const RELATION = /^relation "(?:\w+\.)?(\w+)" does not exist$/
const COLUMN = /^column "?(?:\w+\.)?(\w+)"? does not exist$/

type Client = Knex.Client & { _query(connection: pg.Client, query: unknown): Promise<unknown> }
type ClientClass = new (config: Knex.Config) => Client

const Postgres = knex({ client: 'pg' }).client.constructor as ClientClass

/** Whether a read model is active in an older version, which may lack a column. */
const someIsOlder = async (connection: pg.Client, models: readonly ReadModelTables[]): Promise<boolean> => {
  const { rows } = await connection.query<{ model: string; version: number }>(
    `SELECT model, version FROM checkpoints WHERE state = 'active'`,
  )
  return models.some(({ name, version }) => rows.some((row) => row.model === name && row.version < version))
}

/** Returns a knex client whose queries throw `read-model.building` if a table or column of a read model is missing. */
export const clientOf = (models: readonly ReadModelTables[]): ClientClass => {
  const tables = new Set(models.flatMap((model) => Object.keys(model.tables)))
  /** A projector of this program adds these columns to an existing build of the same version. */
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
    // A failed transaction rejects this query too. Then the original error is thrown.
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
