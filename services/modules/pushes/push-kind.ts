import type { Knex } from 'knex'
import type { ReadModel } from '#contract/endpoint.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { PushPurpose } from '#platform/effects/effect-ledger.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { FactOf, ProductEvent, Streams } from '../mails/mail-kind.ts'

/** Which fact makes whose browsers say that something waits. Every kind stands in the list of `worker.ts`. */
export type PushKind = {
  /** Unique and never renamed: with the fact and the browser it names the push. */
  readonly purpose: PushPurpose
  readonly on: ProductEvent['type']
  /** What it is prepared from, when they have reached the fact. */
  readonly readModels: readonly ReadModel[]
  /** User ids; those of them are told who have asked for it in a browser. */
  readonly recipients: (fact: Fact, commands: Streams) => readonly string[] | Promise<readonly string[]>
  /** Asked right before sending, and again before each retry. What it throws is retried. */
  readonly prepare: (fact: Fact, userId: string, services: PushServices) => Promise<PreparedPush>
  /** A push service has taken it for one of this user's browsers; it may have been told so before. */
  readonly accepted?: (fact: Fact, userId: string, services: PushServices) => Promise<void>
}

export type PreparedPush =
  | {
      /** That something waits and where: no text that people typed, no name, no number. */
      readonly payload: object
      /** Others of the same are one, at the push service and on the screen. */
      readonly topic: string
      /** Of no use from then on. */
      readonly until: Date
    }
  /** Why, without any personal data. */
  | { readonly drop: string }

export type PushServices = {
  readonly now: Date
  /** For the queries of projections. */
  readonly db: Knex
  readonly commands: Pick<Commands, 'load'>
}

/** Types a kind by its fact; the erased type is what the worker sees. */
export const pushKind = <T extends ProductEvent['type']>(kind: {
  readonly purpose: PushPurpose
  readonly on: T
  readonly readModels: readonly ReadModel[]
  readonly recipients: (fact: FactOf<T>, commands: Streams) => readonly string[] | Promise<readonly string[]>
  readonly prepare: (fact: FactOf<T>, userId: string, services: PushServices) => Promise<PreparedPush>
  readonly accepted?: (fact: FactOf<T>, userId: string, services: PushServices) => Promise<void>
}): PushKind => kind as unknown as PushKind
