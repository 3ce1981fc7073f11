import knex, { type Knex } from 'knex'
import pg from 'pg'
import { Rejected } from '#contract/errors.ts'
import { createStatementNames } from './prepared.ts'

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

type Query = {
  readonly sql: string
  readonly bindings?: readonly unknown[]
  readonly options?: { readonly name?: string }
}
type Client = Knex.Client & { _query(connection: pg.Client, query: Query): Promise<unknown> }
type ClientClass = new (config: Knex.Config) => Client

const Postgres = knex({ client: 'pg' }).client.constructor as ClientClass

/** Whether a read model is active in an older version, which may lack a column. */
const someIsOlder = async (connection: pg.Client, models: readonly ReadModelTables[]): Promise<boolean> => {
  const { rows } = await connection.query<{ model: string; version: number }>(
    `SELECT model, version FROM checkpoints WHERE state = 'active'`,
  )
  return models.some(({ name, version }) => rows.some((row) => row.model === name && row.version < version))
}

/** Whether the columns of a prepared statement have changed since it was planned. The statement was not run. */
export const hasOutdatedPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'

/**
 * Returns a knex client that prepares frequent statements. Its queries throw `read-model.building` if a table or column of a read model
 * is missing.
 */
export const clientOf = (models: readonly ReadModelTables[]): ClientClass => {
  const statements = createStatementNames()
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
    async prepared(connection: pg.Client, query: Query): Promise<unknown> {
      const { sql, bindings = [], options } = query
      // Without values it may be several statements, which cannot be prepared.
      const name = options?.name ?? (bindings.length > 0 ? statements.nameOf(sql) : undefined)
      const run = (named: string | undefined) =>
        super['_query'](connection, Object.assign(query, named && { options: { ...options, name: named } }))
      try {
        return await run(name)
      } catch (error) {
        if (!hasOutdatedPlan(error)) throw error
        // In a transaction, which has failed now, only the next try succeeds.
        const another = statements.renamed(sql)
        return await run(another).catch(() => Promise.reject(error))
      }
    }

    override async ['_query'](connection: pg.Client, query: Query): Promise<unknown> {
      try {
        return await this.prepared(connection, query)
      } catch (error) {
        throw (await isBuilding(error, connection)) ? new Rejected('read-model.building') : error
      }
    }
  }
}
