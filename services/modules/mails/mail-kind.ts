import type { Knex } from 'knex'
import type { RowMacs } from '#platform/secrets/row-macs.ts'
import type { DigestPeriod } from './digests/digest-times.ts'
import type { ReadModel } from '#contract/endpoint.ts'
import type { allEvents } from '#modules/all.events.ts'
import type { Commands } from '#platform/commands/execute-command.ts'
import type { EventOf, Fact } from '#platform/facts/facts.ts'
import type { Config } from '#platform/config/config.ts'
import type { Platform } from '#platform/platform.ts'
import type { Logger } from '#platform/watch/logger.ts'

export type ProductEvent = EventOf<typeof allEvents>
export type FactOf<T extends ProductEvent['type']> = Fact<Extract<ProductEvent, { type: T }>>

/** A kind of mail: the event that causes it, its recipients and its text. `worker.ts` lists every kind. */
export type MailKind = {
  /** Unique, and never renamed: the effect id is derived from the event, this and the recipient. */
  readonly purpose: string
  readonly on: ProductEvent['type']
  /** Many of these may be due at once, so they keep the pace `MASS_MAILS_A_MINUTE`. Never for what warns somebody: it would wait. */
  readonly isMass?: true
  /** `prepare` runs only after these have reached the event. Waiting for them does not count as an attempt. */
  readonly readModels: readonly ReadModel[]
  /** Read models for details that the mail can do without. Waits for these as well, but not beyond the timeout. */
  readonly mentions?: readonly ReadModel[]
  /**
   * Opaque keys such as user or participant ids, `['']` for a fixed recipient, never an address. Must be deterministic, so
   * read only the event and streams at a recorded revision. Personal fields of the event are null here.
   */
  readonly recipients: (fact: Fact, commands: Streams) => readonly string[] | Promise<readonly string[]>
  /**
   * Runs right before each attempt. Returns `drop` for an obsolete mail: a replaced link, a decided request, an erased
   * person. An error causes a retry, so throw if a row is still missing.
   */
  readonly prepare: (fact: Fact, recipient: string, services: MailServices) => Promise<Prepared>
  /** Runs when the mail server knows no such mailbox. */
  readonly unknownMailbox?: (
    fact: Fact,
    services: Pick<Platform, 'commands' | 'throttle'>,
    now: Date,
  ) => Promise<void>
}

export type Mail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Ends the mails of this kind, by POST alone: see RFC 8058. */
  readonly unsubscribeUrl?: string
}
export type Prepared =
  | { readonly to: string; readonly mail: Mail }
  /** The reason, without personal data: it becomes part of an event. */
  | { readonly drop: string }
  | { readonly later: Later }

/** The recipient, a user, gets a digest in its place. */
export type Later = {
  readonly period: DigestPeriod
  /** Decides when a morning begins. */
  readonly timeZone: string
  readonly aboutRequestId: string
}

/**
 * Services for `prepare`. The kind's `readModels` have reached the event, but single lanes of them may be parked: throw for a
 * missing row, and drop only because of a row that exists.
 */
export type MailServices = {
  /** Origin of every link. */
  readonly baseUrl: string
  readonly now: Date
  /** For the queries of projections. */
  readonly db: Knex
  readonly commands: Streams
  /** For the tokens in links. */
  readonly rowMacs: RowMacs
  /** For the tokens in links, the hashes of addresses, and the operator's address. */
  readonly config: Pick<Config, 'ADDRESS_KEY' | 'TOKEN_SECRET' | 'CONTACT_EMAIL'>
  readonly log: Logger
}

/** Throws without `CONTACT_EMAIL`, which every process that sends mails requires at its start. */
export const operatorAddress = ({ CONTACT_EMAIL }: Pick<Config, 'CONTACT_EMAIL'>): string => {
  if (CONTACT_EMAIL === undefined) throw new Error('CONTACT_EMAIL is missing')
  return CONTACT_EMAIL
}

export type Streams = Pick<Commands, 'load' | 'loadAt'>

/** Types a kind by its event. */
export const mailKind = <T extends ProductEvent['type']>(kind: {
  readonly purpose: string
  readonly on: T
  readonly isMass?: true
  readonly readModels: readonly ReadModel[]
  readonly mentions?: readonly ReadModel[]
  readonly recipients: (fact: FactOf<T>, commands: Streams) => readonly string[] | Promise<readonly string[]>
  readonly prepare: (fact: FactOf<T>, recipient: string, services: MailServices) => Promise<Prepared>
  readonly unknownMailbox?: (
    fact: FactOf<T>,
    services: Pick<Platform, 'commands' | 'throttle'>,
    now: Date,
  ) => Promise<void>
}): MailKind => kind as unknown as MailKind
