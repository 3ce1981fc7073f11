import { expect } from 'vitest'
import type { Knex } from '#platform/postgres/database.ts'
import { projections } from '#projections/index.ts'
import { rebuild } from './builds.ts'
import { eventually } from '../eventually.ts'
import type { StoredText } from './leaks.ts'
import type { Product } from '../product/product.ts'

const tables = projections.flatMap((projection) => Object.keys(projection.tables))

/** Returns the content of every table. */
export const everything = async (db: Knex): Promise<readonly StoredText[]> => {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  return Promise.all(
    rows.map(async ({ name }) => {
      const found = await db.raw<{ rows: { row: string }[] }>(
        `SELECT to_jsonb(t)::text AS row FROM ${name} t`,
      )
      // Use the name of the view for any build.
      const place = name.replace(/^(users|workspaces|requests|audit)_\d+\./, 'public.')
      return { name: place, text: found.rows.map(({ row }) => row).join('\n') }
    }),
  )
}

const rowsOf = async (db: Knex) => {
  const dumps = await Promise.all(
    tables.map((table) =>
      db.raw<{ rows: { row: string }[] }>(`SELECT to_jsonb(t)::text AS row FROM "${table}" t ORDER BY 1`),
    ),
  )
  return Object.fromEntries(tables.map((table, i) => [table, dumps[i]!.rows.map(({ row }) => row)]))
}

/** Expects a rebuild to make the same rows. Repeats while pending mails add facts. */
export const expectRebuildToMakeTheSame = async ({ platform, projector, head }: Product) => {
  const [live, made] = await eventually(async () => {
    await projector.caughtUp()
    const at = await head()
    const before = await rowsOf(platform.db)
    await rebuild(platform.db)
    const rows = [before, await rowsOf(platform.db)] as const
    expect(await head()).toBe(at)
    return rows
  })
  expect(made).toEqual(live)
}
