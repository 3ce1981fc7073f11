import { allEvents } from '#modules/all.events.ts'
import type { Fact } from '#platform/facts.ts'
import type { Changes, Statement } from './changes.ts'
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

/** One statement for all columns of a table, as no row may be changed by two of a batch. */
const statementsOf = (personal: PersonalTables, erased: Erased): Statement[] =>
  Object.entries(personal).flatMap(([table, { workspace, columns }]) => {
    const names = Object.keys(columns)
    if ('workspace' in erased) {
      if (workspace === undefined) return []
      const set = names.map((name) => `"${name}" = NULL`).join(', ')
      const sql = `UPDATE "${table}" t SET ${set} WHERE t."${workspace}" = (?::json ->> 'workspace')::uuid`
      return [{ sql, json: JSON.stringify(erased) }]
    }
    const owned = names.flatMap((name) => {
      const condition = conditionOf(columns[name]!)
      return condition ? [{ name, condition }] : []
    })
    if (owned.length === 0) return []
    const set = owned.map(
      ({ name, condition }) => `"${name}" = CASE WHEN ${condition} THEN NULL ELSE t."${name}" END`,
    )
    const sql = `UPDATE "${table}" t SET ${set.join(', ')}
      FROM (SELECT (g ->> 'person')::uuid AS person, g ->> 'address' AS address FROM (SELECT ?::json) given (g)) gone
      WHERE ${owned.map(({ condition }) => `(${condition})`).join(' OR ')}`
    return [{ sql, json: JSON.stringify(erased) }]
  })

/** Handlers of the facts that say that keys are destroyed. */
export const onErasure = (
  forget: (erased: Erased, changes: Changes, fact: Fact) => void,
): Projection['handlers'] =>
  handlers(allEvents, {
    PersonErased: (fact, changes) =>
      forget({ person: fact.data.userId, address: fact.data.addressHash }, changes, fact),
    WorkspaceErased: (fact, changes) => forget({ workspace: fact.data.workspaceId }, changes, fact),
  })

/** The same for a read model whose personal data stands in columns of its own. */
export const forgetting = (personal: PersonalTables): Projection['handlers'] =>
  onErasure((erased, changes) => {
    for (const statement of statementsOf(personal, erased)) changes.sweep(statement)
  })

const erasures = new Set(['PersonErased', 'WorkspaceErased'])

/** Facts in their order, in batches: one that sweeps over rows that others may touch has a batch of its own. */
export const batchesOf = <T extends { readonly fact: { readonly type: string } }>(
  reads: readonly T[],
): T[][] => {
  const batches: T[][] = []
  let isOpen = false
  for (const read of reads) {
    const standsAlone = erasures.has(read.fact.type)
    if (isOpen && !standsAlone) batches.at(-1)!.push(read)
    else batches.push([read])
    isOpen = !standsAlone
  }
  return batches
}
