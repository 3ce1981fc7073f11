import { randomBytes } from 'node:crypto'
import { allEvents } from '#modules/all.events.ts'
import { projections } from '#projections/index.ts'
import { handlers, type Projection } from '#projections/engine/definition/projection.ts'
import { startProjector, type Projector } from '#projections/projector.ts'
import type { Platform } from '#platform/platform.ts'
import type { Column, Tables } from '#projections/engine/definition/tables.ts'

export type PeopleModel = Projection & { readonly table: string }
type Given = {
  readonly name?: string
  readonly version?: number
  /** Columns besides id and role. */
  readonly columns?: { readonly [column: string]: Column }
  /** Called for each person; throw to make the fact poison. */
  readonly onPerson?: (userId: string) => void
}

/** Returns an unused name, of letters only like all names of models. */
export const uniqueModelName = (): string =>
  `people${[...randomBytes(6)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')}`

/** A minimal read model: a row for each person who signed up. */
export const peopleModel = ({
  name = uniqueModelName(),
  version = 1,
  columns = {},
  onPerson,
}: Given = {}): PeopleModel => {
  const table = `${name}_people`
  const tables: Tables = { [table]: { columns: { id: 'uuid', role: 'text', ...columns }, key: ['id'] } }
  const rest = Object.fromEntries(Object.keys(columns).map((column) => [column, null]))
  return {
    name,
    version,
    table,
    tables,
    handlers: handlers(allEvents, tables, {
      UserSignedUp({ data: { userId, role } }, changes) {
        onPerson?.(userId)
        changes.put(table, { id: userId, role, ...rest })
      },
    }),
  }
}

/** Runs these projections during `work`, which starts once they have caught up. */
export const whileProjecting = async <T>(
  platform: Platform,
  run: readonly Projection[],
  work: (projector: Projector) => Promise<T>,
): Promise<T> => {
  const projector = await startProjector(platform, run)
  try {
    await projector.caughtUp()
    return await work(projector)
  } finally {
    await projector.stop()
  }
}

/** Runs these projections until they have caught up. */
export const projectAll = (platform: Platform, run: readonly Projection[] = projections): Promise<void> =>
  whileProjecting(platform, run, async () => {})
