import type { Knex } from 'knex'
import { allEvents } from '#modules/all.events.ts'
import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { TypeFilter } from '#platform/event-store/type-filter.ts'
import type { AnyEvent, Catalogue, EventOf, Fact, Unsealed } from '#platform/facts/facts.ts'
import type { Changes } from './changes.ts'
import type { Stored, Tables } from './tables.ts'

/**
 * One read model: how facts become rows. Handlers are pure: no clock, no reads outside their own tables
 * (those in `prepare`, once per batch), and a fact is never refused. Handling a batch twice changes nothing,
 * because rows and checkpoint move in one transaction.
 */
export type Projection<Context = unknown> = {
  readonly name: string
  /** A change of tables or handlers is a new version, which is then built beside the one that is read. */
  readonly version: number
  /** It is their only writer. */
  readonly tables: Tables
  readonly handlers: { readonly [type: string]: Handler<Context> }
  /** Which sealed fields its handlers and `prepare` read, and no more of them is opened; all, unless said. */
  readonly unseals?: Unsealed
  prepare?(from: From, facts: readonly Fact[]): Promise<Context>
  /**
   * Which facts it is about besides those that it handles, so that they are held when this program does not know
   * them: for a read model of all facts of some kind. What it claims and could read, but does not handle, it passes.
   */
  readonly claims?: (event: StoredEvent) => boolean
  /** What must stay in order behind a fact that is set aside: its stream, unless said otherwise. */
  readonly laneOf?: (fact: Fact) => string
}

/** The rows of a table of the build at hand. */
export type From<T extends Tables = Tables> = {
  <N extends keyof T & string>(table: N): Knex.QueryBuilder<object, Stored<T[N]>[]>
  /** What a statement answers that comes again and again; `table` gives the name by which it finds a table. */
  query<Row>(
    sql: (table: (name: keyof T & string) => string) => string,
    bindings: readonly unknown[],
  ): Promise<Row[]>
}

export type Handler<Context = unknown> = (fact: Fact, changes: Changes, context: Context) => void

/** Types the handlers by the facts they are keyed with and the tables they write; the erased type is what the runner sees. */
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

/** Whether a projection is fed this fact, of whatever type; asked before anything of it is read. */
export const handles = ({ handlers: known, claims }: Projection, event: StoredEvent): boolean =>
  Object.hasOwn(known, event.type) || claims?.(event) === true

/** What to ask the event store for in its name; a type that nobody here knows may be one that it claims. */
export const typesOf = ({ handlers: known, claims }: Projection): TypeFilter =>
  claims
    ? { except: Object.keys(allEvents).filter((type) => !Object.hasOwn(known, type)) }
    : { only: Object.keys(known) }
