import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '#contract/access.ts'
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts'
import type { UserRole } from '#contract/accounts/users.ts'
import type { Waiting } from '#contract/workspaces/change.ts'
import type { Position } from '../event-store/event-store.ts'
import type { Fold } from '../commands/decider.ts'
import type { CommandContext, Commands } from '../commands/execute-command.ts'
import type { Actor } from '../facts/facts.ts'

/** The HTTP interface for modules: validated calls in, answers out. services/api implements it. */

/** The owner of a session token. The role is that of the account; roles in a workspace belong to its participants. */
export type Caller = {
  readonly userId: string
  readonly sessionId: string
  readonly role: UserRole
  /** The `jti` of the token. */
  readonly tokenId: string
  readonly tokenEndsAt: Date
  /** The login of the session; null for operations that do not read it. */
  readonly login: {
    readonly at: Date
    /** The session that signed this one in, null unless it was paired. */
    readonly pairedBy: string | null
  } | null
  /** The account at the time of the request; null for operations that do not read it. */
  readonly account: {
    /** Null once erased. */
    readonly email: string | null
    readonly name: string | null
    readonly language: 'de' | 'en'
    readonly verified: boolean
  } | null
}

/** A request for a handler: validated input, the caller, and the context of its commands. */
export type Call<E extends Endpoint> = {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  /** Throws `session.missing` if a public operation has no session. */
  readonly caller: Caller
  readonly now: Date
  readonly requestId: string
  readonly language: 'de' | 'en'
  /** Derived from caller, operation and Idempotency-Key. */
  readonly commandId: string
  /** Returns the context of a command by `actor`. */
  contextOf(actor: Actor): CommandContext
  /**
   * Checks the operation's declared access against the caller's membership. Every command with a scope calls it on the state that it
   * decides on. Throws `access.denied`, `workspace.inactive` or a not-found error.
   */
  guard(membership: Membership | undefined, workspaceIsActive: boolean): void
  /** The membership that `guard` let in: in a query with a scope, the caller's as the facts have it. */
  readonly membership: Membership | undefined
  /** `commands.load`, but a stream that was read ahead is not read again: see `ReadAhead`. Only for the first attempt of a command. */
  readonly load: Commands['load']
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply }
}

/** A call of a command with an id in its path. */
export type CallOn = Pick<Call<Endpoint>, 'caller' | 'now' | 'commandId' | 'contextOf' | 'guard' | 'load'> & {
  readonly params: { readonly id: string }
}

/** The answer of a command. `reply` runs when the read models have reached `position`, or with `behind` if they have not in time. */
export type Answer<E extends Endpoint> = {
  /** Null if no event was appended. */
  readonly position: Position | null
  readonly reply: (behind: boolean) => Reply<E> | Promise<Reply<E>>
  readonly waits?: false
}

/** The answer 202 of a command that waits for a second admin. */
export type WaitingAnswer = {
  readonly position: Position | null
  readonly reply: (behind: boolean) => Waiting | Promise<Waiting>
  readonly waits: true
}

export type SentFile = {
  /** The content type. */
  readonly type: string
  /** The file name; the header has an ASCII one beside any other. */
  readonly name: string
  readonly parts: AsyncIterable<Uint8Array>
}

/** A call as far as it is known before its session is: nobody has checked these. */
export type Announced = {
  readonly params: Readonly<Record<string, string>>
  readonly userId: string
  readonly commandId: string
}

/**
 * The streams that a command surely loads. They are read while the session is, which saves a round trip; whether the caller may see
 * them is checked as without it.
 */
export type ReadAhead = (announced: Announced) => readonly FoldedStream[]
export type FoldedStream = { readonly fold: Fold<any, any>; readonly stream: string }

/** Registers the operations of modules. */
export type Routes = {
  /** Registers an operation that executes a command. The answer waits for the read models. */
  command<const E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>) => Promise<Answer<E> | WaitingAnswer>,
    readAhead?: ReadAhead,
  ): void
  /** Registers an operation with an open-ended answer, which `open` writes to the raw response. Its errors are ordinary answers. */
  live<const E extends Endpoint>(endpoint: E, open: (call: Call<E>) => void): void
  /** Registers an operation that streams a file. A later error cuts the answer off. */
  file<const E extends Endpoint>(endpoint: E, make: (call: Call<E>) => Promise<SentFile>): void
  /** Registers an operation that reads, or that only changes sessions. */
  query<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Reply<E>>): void
}
