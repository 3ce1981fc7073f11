import type { Fact } from '#platform/facts/facts.ts'
import { collectChanges, type Row } from '../definition/changes.ts'
import type { Projection } from '../definition/projection.ts'

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
  return changes.rows(table)
}
