import type { Knex } from 'knex'
import { allEvents } from '#modules/all.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { TypeFilter } from '#platform/event-store/event-store.ts'
import type { AnyEvent, Catalogue, EventOf, Fact, Unsealed } from '#platform/facts/facts.ts'
import type { Changes } from './changes.ts'
import type { Stored, Tables } from './tables.ts'

/**
 * One read model: how facts become rows. Handlers are pure: they use no clock and read only what `prepare` read
 * from the model's own tables, once per batch. A handler never rejects a fact. Rows and checkpoint move in one
 * transaction, so a repeated batch changes nothing.
 */
export type Projection<Context = unknown> = {
  readonly name: string
  /** Raise it with every change of tables or handlers: the new version is built beside the active one. */
  readonly version: number
  /** Only this projection writes them. */
  readonly tables: Tables
  readonly handlers: { readonly [type: string]: Handler<Context> }
  /** The sealed fields that handlers and `prepare` read. Only these are opened; all unless given. */
  readonly unseals?: Unsealed
  /** `before`: the context of the batch before, with what its handlers made of it, if the tables are still as that batch left them. */
  prepare?(from: From, facts: readonly Fact[], before?: Context): Promise<Context>
  /**
   * Facts that this read model must see although it has no handler: declare it for a model about all facts of a
   * kind. A claimed fact of an unknown type is held for a newer program; one of a known type is passed over.
   */
  readonly claims?: (event: StoredEvent) => boolean
  /** The ordering key: a blocked fact blocks the later facts of its lane. The stream unless given. */
  readonly laneOf?: (fact: Fact) => string
  /** Where facts of several workspaces or streams touch the same row: see `partOf` of parts.ts. */
  readonly partOf?: (event: StoredEvent) => string | null
}

/** Reads the tables of the current build. */
export type From<T extends Tables = Tables> = {
  <N extends keyof T & string>(table: N): Knex.QueryBuilder<object, Stored<T[N]>[]>
  /** Runs a prepared statement. `table` returns a table's qualified name. */
  query<Row>(
    sql: (table: (name: keyof T & string) => string) => string,
    bindings: readonly unknown[],
  ): Promise<Row[]>
}

export type Handler<Context = unknown> = (fact: Fact, changes: Changes, context: Context) => void

/** Types the handlers by their facts and tables, and returns the type that the runner takes. */
export const handlers = <C extends Catalogue, T extends Tables, Context = unknown>(
  _catalogue: C,
  _tables: T,
  typed: {
    readonly [K in keyof C & string]?: (
      fact: Fact<Extract<EventOf<C>, { type: K }> & AnyEvent>,
      changes: Changes<T>,
      context: Context,
    ) => void
  },
): Projection<Context>['handlers'] => typed as unknown as Projection<Context>['handlers']

export const laneOf = (projection: Projection, fact: Fact): string => projection.laneOf?.(fact) ?? fact.stream

/** Whether a projection takes this fact, known or claimed. Needs no decoding. */
export const handles = ({ handlers: known, claims }: Projection, event: StoredEvent): boolean =>
  Object.hasOwn(known, event.type) || claims?.(event) === true

/** The filter for reading the store: an unknown type may be a claimed one. */
export const typesOf = ({ handlers: known, claims }: Projection): TypeFilter =>
  claims
    ? { except: Object.keys(allEvents).filter((type) => !Object.hasOwn(known, type)) }
    : { only: Object.keys(known) }
