import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges, type Row } from '../definition/changes.ts'
import type { Projection } from '../definition/projection.ts'
import type { Table } from '../definition/tables.ts'

/** The defaults of additive columns, as a database row has them. */
const unfilled = (additive: Table['additive'] = {}): Row =>
  Object.fromEntries(
    Object.entries(additive).map(([column, type]) => {
      const [, value] = type.split(' = ')
      return [column, value === undefined ? null : (JSON.parse(value.replaceAll("'", '"')) as unknown)]
    }),
  )

/**
 * Returns the rows that these facts make of the rows `before`, without a database. For replies while the read model is behind, and
 * only for projections whose handlers need no context.
 */
export const previewRows = (
  projection: Projection,
  facts: readonly Fact[],
  table: string,
  before: readonly Row[] = [],
): readonly Row[] => {
  const changes = collectChanges(projection.name, projection.tables)
  for (const row of before) changes.put(table, row)
  for (const fact of facts) projection.handlers[fact.type]?.(fact, changes, undefined)
  const defaults = unfilled(projection.tables[table]?.additive)
  return changes.rows(table).map((row) => ({ ...defaults, ...row }))
}
