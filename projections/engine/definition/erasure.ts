import { allEvents } from '#modules/all.events.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from './changes.ts'
import { handlers, type Projection } from './projection.ts'

/** The columns that name the owner of a value. With both, the address counts while the person is null. */
type Owner = {
  /** user id */
  readonly person?: string
  /** HMAC of the address */
  readonly address?: string
}

/** The columns of a read model that hold sealed data. */
export type PersonalTables = {
  readonly [table: string]: {
    /** workspace id, when the workspace's keys seal all columns */
    readonly workspace?: string
    readonly columns: { readonly [column: string]: Owner }
  }
}

/** The owner of the destroyed keys. */
export type Erased = { readonly person: string; readonly address: string } | { readonly workspace: string }

const conditionOf = ({ person, address }: Owner): string | undefined => {
  const isPerson = person && `t."${person}" = gone.person`
  const isAddress = address && `t."${address}" = gone.address${person ? ` AND t."${person}" IS NULL` : ''}`
  return [isPerson, isAddress].filter(Boolean).join(' OR ') || undefined
}

type Sweep = Parameters<Changes['sweep']>[0]

/** One statement for all columns of a table, as one statement of a batch must not update a row of another. */
const sweepsOf = (personal: PersonalTables, erased: Erased): Sweep[] =>
  Object.entries(personal).flatMap(([name, { workspace, columns }]): Sweep[] => {
    const json = JSON.stringify(erased)
    const cleared = Object.keys(columns)
    if ('workspace' in erased) {
      if (workspace === undefined) return []
      const set = cleared.map((column) => `"${column}" = NULL`).join(', ')
      const where = `t."${workspace}" = (?::json ->> 'workspace')::uuid`
      return [(table) => ({ sql: `UPDATE ${table(name)} t SET ${set} WHERE ${where}`, json })]
    }
    const owned = cleared.flatMap((column) => {
      const condition = conditionOf(columns[column]!)
      return condition ? [{ column, condition }] : []
    })
    if (owned.length === 0) return []
    const set = owned.map(
      ({ column, condition }) => `"${column}" = CASE WHEN ${condition} THEN NULL ELSE t."${column}" END`,
    )
    const rest = `SET ${set.join(', ')}
      FROM (SELECT (g ->> 'person')::uuid AS person, g ->> 'address' AS address FROM (SELECT ?::json) given (g)) gone
      WHERE ${owned.map(({ condition }) => `(${condition})`).join(' OR ')}`
    return [(table) => ({ sql: `UPDATE ${table(name)} t ${rest}`, json })]
  })

/** Returns handlers of the facts that report destroyed keys. */
export const onErasure = (
  forget: (erased: Erased, changes: Changes, fact: Fact) => void,
): Projection['handlers'] =>
  handlers(
    allEvents,
    {},
    {
      PersonErased: (fact, changes) =>
        forget({ person: fact.data.userId, address: fact.data.addressHash }, changes, fact),
      WorkspaceErased: (fact, changes) => forget({ workspace: fact.data.workspaceId }, changes, fact),
    },
  )

/** Returns handlers that clear the columns of erased owners. */
export const forgetting = (personal: PersonalTables): Projection['handlers'] =>
  onErasure((erased, changes) => {
    for (const sweep of sweepsOf(personal, erased)) changes.sweep(sweep)
  })

const erasures = new Set(['PersonErased', 'WorkspaceErased'])

export const isErasure = ({ type }: { readonly type: string }): boolean => erasures.has(type)

/**
 * Splits facts into batches, in order. An erasure sweeps over rows that other facts may change, so it gets its own
 * batch.
 */
export const batchesOf = <T extends { readonly fact: { readonly type: string } }>(
  reads: readonly T[],
): T[][] => {
  const batches: T[][] = []
  let isOpen = false
  for (const read of reads) {
    const standsAlone = isErasure(read.fact)
    if (isOpen && !standsAlone) batches.at(-1)!.push(read)
    else batches.push([read])
    isOpen = !standsAlone
  }
  return batches
}
