import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Position } from '../event-store/event-store.ts'

/**
 * What a module declares about its facts. Pure: no store, no clock. Type names and field names are the
 * storage format: never rename them, only add; a changed meaning is a new version with an upcaster.
 */

/** Whose data a personal field is, and the sibling field that holds that subject's id. */
export type Subject =
  /** a person with an account */
  | { readonly person: string }
  /** an address that need not have an account; the sibling holds its HMAC */
  | { readonly address: string }
  /** a workspace's own free text */
  | { readonly workspace: string }

/** A top-level field of any shape that the codec seals whole; null once its subject is erased, and always null inside deciders. */
export const personal = <T extends TSchema>(schema: T, subject: Subject) =>
  Type.Union([schema, Type.Null()], { personal: subject })

/** Seals the same way, for a field that may be absent. */
export const optionalPersonal = <T extends TSchema>(schema: T, subject: Subject) =>
  Type.Optional(personal(schema, subject))

/** What a text in clear is. None of it is anybody's own words. */
export type Clear =
  | 'id'
  | 'hash'
  | 'time'
  | 'date'
  | 'time zone'
  /** JWK as canonical text; of a passkey COSE in base64url */
  | 'public key'
  | 'signature'
  /** canonical text of ids, hashes and times that a device signed */
  | 'signed content'
  /** what an authenticator signed beside it: the address of the page, flags and counts */
  | 'authenticator data'
  /** one of the program's own, such as ESOCKET */
  | 'reason'

/** A text that may stand in clear for ever. One that is neither this nor personal keeps the program from starting. */
export const clear = (what: Clear) => Type.String({ clear: what })

export type FactDefinition<S extends TObject = TObject> = {
  readonly version: number
  readonly schema: S
  /** Key v takes data of version v to v + 1; pure. */
  readonly upcasters: {
    readonly [version: number]: (data: Record<string, unknown>) => Record<string, unknown>
  }
}

export const fact = <S extends TObject>(
  version: number,
  schema: S,
  upcasters: FactDefinition['upcasters'] = {},
): FactDefinition<S> => ({ version, schema, upcasters })

/** Every fact of the product by its unique, past-tense name. */
export type Catalogue = { readonly [type: string]: FactDefinition }

/** The union of `{type, data}` that a catalogue stands for. */
export type EventOf<C extends Catalogue> = {
  [K in keyof C & string]: { readonly type: K; readonly data: Static<C[K]['schema']> }
}[keyof C & string]

export type AnyEvent = { readonly type: string; readonly data: Record<string, unknown> }

/**
 * Of each type, the sealed fields that somebody reads, by the names they have now; `client` says that of where the
 * command came from. A type that is missing here is read without any.
 */
export type Unsealed = { readonly [type: string]: readonly string[] }

export type Actor = {
  readonly kind: 'user' | 'anonymous' | 'system'
  readonly userId: string | null
  /** participant role, `super admin` or `system`; null for anonymous callers */
  readonly role: string | null
}

export type Client = { readonly ip: string | null; readonly device: string | null }

/** What every fact says besides its data. */
export type FactMetadata = {
  readonly commandId: string
  readonly correlationId: string
  readonly causationId: string
  readonly actor: Actor
  readonly workspaceId: string | null
  /** ISO 8601 UTC: when the command was decided */
  readonly at: string
  readonly requestId: string | null
  /** Version of the stored data, before upcasting. */
  readonly version: number
  /** Says, for as long as its key lives, whether a command with this id is the same. */
  readonly fingerprint: string
  /** Where the command came from; null when erased or unknown. */
  readonly client: Client | null
  /** Hash of the stream's previous fact, null for the first; and of this one: `h1:` and 64 hex digits. */
  readonly previousHash: string | null
  readonly hash: string
  /** W3C: the trace that it came from. Says nothing of what happened, so no hash covers it. */
  readonly traceparent?: string
}

/** A fact as deciders, projections and reactors see it: upcast and validated. */
export type Fact<E extends AnyEvent = AnyEvent> = E & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly metadata: FactMetadata
}
