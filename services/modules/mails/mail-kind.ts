import type { Knex } from 'knex'
import type { ReadModel } from '#contract/endpoint.ts'
import type { allEvents } from '#modules/all.events.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { EventOf, Fact } from '#platform/facts/facts.ts'
import type { Config } from '#platform/config/config.ts'
import type { Logger } from '#platform/watch/logger.ts'

export type ProductEvent = EventOf<typeof allEvents>
export type FactOf<T extends ProductEvent['type']> = Fact<Extract<ProductEvent, { type: T }>>

/** Which fact causes which mail, to whom, and what it says. Every kind stands in the list of `worker.ts`. */
export type MailKind = {
  /** Unique and never renamed: with the fact and the recipient it names the mail. */
  readonly purpose: string
  readonly on: ProductEvent['type']
  /** What it is prepared from, when they have reached the fact; until then it waits, and nobody has tried. */
  readonly readModels: readonly ReadModel[]
  /** What it mentions besides where they are so far in time. */
  readonly mentions?: readonly ReadModel[]
  /**
   * Opaque keys such as a user id or participant id, `['']` where there is one anyway; never an address. The same
   * whenever it is asked: it rests on the fact and on streams as they stood at a recorded revision. Personal fields are null here.
   */
  readonly recipients: (fact: Fact, commands: Streams) => readonly string[] | Promise<readonly string[]>
  /**
   * Asked right before sending, and again before each retry. Drop what is of no use any more: a replaced link,
   * a decided request, an erased person. What it throws is retried, so throw for what should be there and is not.
   */
  readonly prepare: (fact: Fact, recipient: string, services: MailServices) => Promise<Prepared>
}

export type Mail = { readonly subject: string; readonly text: string; readonly html: string }
export type Prepared =
  | { readonly to: string; readonly mail: Mail }
  /** Why, in words without any personal data: it becomes part of a fact. */
  | { readonly drop: string }

/**
 * What preparing a mail may use. Behind `db` the read models that the kind names have reached the fact, but lanes of them
 * may stand still: throw for a row that is missing; drop for what is there and says so.
 */
export type MailServices = {
  /** Origin of every link. */
  readonly baseUrl: string
  readonly now: Date
  /** For the queries of projections. */
  readonly db: Knex
  readonly commands: Pick<Commands, 'load'>
  /** What the tokens in links follow from, and who is written to as the operator. */
  readonly config: Pick<Config, 'TOKEN_SECRET' | 'CONTACT_EMAIL'>
  readonly log: Logger
}

/** Who runs this installation; no process that sends mails starts without an address of theirs. */
export const operatorAddress = ({ CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>): string => {
  if (CONTACT_EMAIL === undefined) throw new Error('CONTACT_EMAIL is missing')
  return CONTACT_EMAIL
}

export type Streams = Pick<Commands, 'load' | 'loadAt'>

/** Types a kind by its fact; the erased type is what the worker sees. */
export const mailKind = <T extends ProductEvent['type']>(kind: {
  readonly purpose: string
  readonly on: T
  readonly readModels: readonly ReadModel[]
  readonly mentions?: readonly ReadModel[]
  readonly recipients: (fact: FactOf<T>, commands: Streams) => readonly string[] | Promise<readonly string[]>
  readonly prepare: (fact: FactOf<T>, recipient: string, services: MailServices) => Promise<Prepared>
}): MailKind => kind as unknown as MailKind
