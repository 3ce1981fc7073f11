import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Membership } from '#contract/access.ts'
import type { Body, Endpoint, Params, Query, Reply } from '#contract/endpoint.ts'
import type { UserRole } from '#contract/accounts/users.ts'
import type { Position } from '../event-store/event-store.ts'
import type { CommandContext } from '../commands/execute-command.ts'
import type { Actor } from '../facts/facts.ts'

/** What modules know of HTTP: validated calls in, answers out. services/api makes it true. */

/** Who a session token speaks for. Its role routes the client and opens role-wide operations; workspaces ask their participants. */
export type Caller = {
  readonly userId: string
  readonly sessionId: string
  readonly role: UserRole
  /** `jti` of the presented token */
  readonly tokenId: string
  /** When that token runs out. */
  readonly tokenEndsAt: Date
  /** As it stood when the request came; null where any token will do, and the account was not read. */
  readonly account: {
    /** null once erased */
    readonly email: string | null
    readonly language: 'de' | 'en'
    readonly verified: boolean
  } | null
}

/** One request as a handler sees it: validated input, the caller, and what a command needs to know. */
export type Call<E extends Endpoint> = {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  /** Throws `session.missing` on a public operation without a session. */
  readonly caller: Caller
  readonly now: Date
  readonly requestId: string
  readonly language: 'de' | 'en'
  /** Names the command: the same caller, operation and Idempotency-Key give the same id. */
  readonly commandId: string
  /** The context of a command on behalf of `actor`. */
  contextOf(actor: Actor): CommandContext
  /**
   * The operation's declared access, asked of the caller's participant record. Every command with a scope asks it
   * on the very state it decides on. Throws what is not there, `access.denied`, `workspace.inactive`.
   */
  guard(membership: Membership | undefined, workspaceIsActive: boolean): void
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply }
}

/** A command's call whose path names one thing by its id, whatever else it says. */
export type CallOn = Pick<Call<Endpoint>, 'caller' | 'now' | 'contextOf' | 'guard'> & {
  readonly params: { readonly id: string }
}

/** What a command answers with, once the read models have reached `position`, or are `behind`. */
export type Answer<E extends Endpoint> = {
  /** null when no fact came of it */
  readonly position: Position | null
  readonly reply: (behind: boolean) => Reply<E> | Promise<Reply<E>>
}

export type SentFile = {
  /** Content type; and ASCII, as the caller is to keep it. */
  readonly type: string
  readonly name: string
  readonly parts: AsyncIterable<Uint8Array>
}

/** What modules add their operations with. */
export type Routes = {
  /** An operation that changes something: the answer waits for the read models. */
  command<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): void
  /** An operation whose answer `open` gives on the raw response, and goes on with; what it throws is answered as always. */
  live<const E extends Endpoint>(endpoint: E, open: (call: Call<E>) => void): void
  /** An operation that answers with a file, made while it is sent; what goes wrong meanwhile breaks it off. */
  file<const E extends Endpoint>(endpoint: E, make: (call: Call<E>) => Promise<SentFile>): void
  /** An operation that reads, or that only deals with sessions. */
  query<const E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Reply<E>>): void
}
