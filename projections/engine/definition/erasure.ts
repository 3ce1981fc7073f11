import { allEvents } from '#modules/all.events.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Changes } from './changes.ts'
import { handlers, type Projection } from './projection.ts'

/** Which column of the row says whose data a column shows; where both are named, the address counts while there is no person. */
type Owner = {
  /** holds the user id */
  readonly person?: string
  /** holds the HMAC of the address */
  readonly address?: string
}

/** What of a read model's tables shows what somebody's key has sealed. */
export type PersonalTables = {
  readonly [table: string]: {
    /** holds the workspace's id, where the workspace's keys have sealed all of it */
    readonly workspace?: string
    readonly columns: { readonly [column: string]: Owner }
  }
}

/** Whose keys are destroyed. */
export type Erased = { readonly person: string; readonly address: string } | { readonly workspace: string }

const conditionOf = ({ person, address }: Owner): string | undefined => {
  const isPerson = person && `t."${person}" = gone.person`
  const isAddress = address && `t."${address}" = gone.address${person ? ` AND t."${person}" IS NULL` : ''}`
  return [isPerson, isAddress].filter(Boolean).join(' OR ') || undefined
}

type Sweep = Parameters<Changes['sweep']>[0]

/** One statement for all columns of a table, as no row may be changed by two of a batch. */
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

/** Handlers of the facts that say that keys are destroyed. */
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

/** The same for a read model whose personal data stands in columns of its own. */
export const forgetting = (personal: PersonalTables): Projection['handlers'] =>
  onErasure((erased, changes) => {
    for (const sweep of sweepsOf(personal, erased)) changes.sweep(sweep)
  })

const erasures = new Set(['PersonErased', 'WorkspaceErased'])

export const isErasure = ({ type }: { readonly type: string }): boolean => erasures.has(type)

/** Facts in their order, in batches: one that sweeps over rows that others may touch has a batch of its own. */
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
