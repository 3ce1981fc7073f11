import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges, type Row } from '../definition/changes.ts'
import type { Projection } from '../definition/projection.ts'
import type { Table } from '../definition/tables.ts'

/** What stands in an additive column that no fact has filled, as a row of the database has it. */
const unfilled = (additive: Table['additive'] = {}): Row =>
  Object.fromEntries(
    Object.entries(additive).map(([column, type]) => {
      const [, value] = type.split(' = ')
      return [column, value === undefined ? null : (JSON.parse(value.replaceAll("'", '"')) as unknown)]
    }),
  )

/**
 * The rows that these facts become, without a database: what a command answers with when the read models are
 * behind. Only for projections whose handlers need no context.
 */
export const previewRows = (
  projection: Projection,
  facts: readonly Fact[],
  table: string,
): readonly Row[] => {
  const changes = collectChanges(projection.name, projection.tables)
  for (const fact of facts) projection.handlers[fact.type]?.(fact, changes, undefined)
  const beneath = unfilled(projection.tables[table]?.additive)
  return changes.rows(table).map((row) => ({ ...beneath, ...row }))
}
