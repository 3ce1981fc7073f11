import type { Knex } from 'knex'
import type { RowMacs } from '#platform/secrets/row-macs.ts'
import type { ReadModel } from '#contract/endpoint.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { PushPurpose } from '#platform/effects/effect-ledger.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { FactOf, ProductEvent, Streams } from '#modules/mails/mail-kind.ts'

/** A kind of push: the event that causes it, its recipients and its payload. `worker.ts` lists every kind. */
export type PushKind = {
  /** Unique, and never renamed: the effect id is derived from the event, this and the browser. */
  readonly purpose: PushPurpose
  readonly on: ProductEvent['type']
  /** `prepare` runs only after these have reached the event. */
  readonly readModels: readonly ReadModel[]
  /** User ids. The push goes to their subscribed browsers. */
  readonly recipients: (fact: Fact, commands: Streams) => readonly string[] | Promise<readonly string[]>
  /** Runs right before each attempt. An error causes a retry. */
  readonly prepare: (fact: Fact, userId: string, services: PushServices) => Promise<PreparedPush>
  /** Runs after a push service has accepted the push for one of the user's browsers. May run more than once. */
  readonly accepted?: (fact: Fact, userId: string, services: PushServices) => Promise<void>
}

export type PreparedPush =
  | {
      /** Says that something waits, where, and how much. Never holds typed text, names or numbers. */
      readonly payload: object
      /** A push replaces an earlier one of the same topic, at the push service and on the screen. */
      readonly topic: string
      /** Not delivered after this time. */
      readonly until: Date
    }
  /** The reason, without personal data. */
  | { readonly drop: string }

export type PushServices = {
  readonly now: Date
  /** For the queries of projections. */
  readonly db: Knex
  readonly rowMacs: RowMacs
  readonly commands: Pick<Commands, 'load'>
}

/** Types a kind by its event. */
export const pushKind = <T extends ProductEvent['type']>(kind: {
  readonly purpose: PushPurpose
  readonly on: T
  readonly readModels: readonly ReadModel[]
  readonly recipients: (fact: FactOf<T>, commands: Streams) => readonly string[] | Promise<readonly string[]>
  readonly prepare: (fact: FactOf<T>, userId: string, services: PushServices) => Promise<PreparedPush>
  readonly accepted?: (fact: FactOf<T>, userId: string, services: PushServices) => Promise<void>
}): PushKind => kind as unknown as PushKind
