import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Position } from '../event-store/event-store.ts'

/**
 * Declarations of events. Type names and field names are the storage format: never rename them, only add. A changed meaning is a
 * new version with an upcaster.
 */

/** The subject of a personal field. The value names the sibling field that holds the subject's id. */
export type Subject =
  /** A person with an account. */
  | { readonly person: string }
  /** An address, with or without an account; the sibling holds its HMAC. */
  | { readonly address: string }
  /** Free text of a workspace. */
  | { readonly workspace: string }

/** A top-level field of any shape. The codec seals it whole. It is null once its subject is erased, and always null in deciders. */
export const personal = <T extends TSchema>(schema: T, subject: Subject) =>
  Type.Union([schema, Type.Null()], { personal: subject })

/** A personal field that may be absent. */
export const optionalPersonal = <T extends TSchema>(schema: T, subject: Subject) =>
  Type.Optional(personal(schema, subject))

/** The kinds of text that may be stored unsealed. None of them is written by a person. */
export type Clear =
  | 'id'
  | 'hash'
  | 'time'
  | 'date'
  | 'time zone'
  /** HH:MM. */
  | 'time of day'
  /** The code of a country or a part of one, ISO 3166. */
  | 'region'
  /** A JWK as canonical text; for a passkey COSE in base64url. */
  | 'public key'
  | 'signature'
  /** Canonical text of ids, hashes and times that a device signed. */
  | 'signed content'
  /** Data that an authenticator signs as well: the address of the page, flags and counters. */
  | 'authenticator data'
  /** A code of the program, such as ESOCKET. */
  | 'reason'

/** A text that is stored unsealed. Every text must be `clear` or `personal`, or the program does not start. */
export const clear = (what: Clear) => Type.String({ clear: what })

/**
 * The signed content and the key: enough to verify a device's signature again. It contains no address or text, and nothing
 * that confirms a guess.
 */
export const evidence = Type.Object({
  /** RFC 8785 text; its SHA-256 is the challenge. */
  canonical: clear('signed content'),
  challenge: clear('hash'),
  deviceId: clear('id'),
  publicKey: clear('public key'),
  signature: clear('signature'),
  /** Passkeys only, base64url. The signature covers `authenticatorData` and the SHA-256 of `clientDataJSON`, which contains the challenge. */
  authenticatorData: Type.Optional(clear('authenticator data')),
  clientDataJSON: Type.Optional(clear('authenticator data')),
})
export type Evidence = Static<typeof evidence>

export type FactDefinition<S extends TObject = TObject> = {
  readonly version: number
  readonly schema: S
  /** The function under key v converts data of version v to v + 1. */
  readonly upcasters: {
    readonly [version: number]: (data: Record<string, unknown>) => Record<string, unknown>
  }
  /** The version before this one. It is written as long as a running process cannot read this one. */
  readonly previous: PreviousVersion | undefined
}

export type PreviousVersion = {
  readonly schema: TObject
  readonly downcast: (data: Record<string, unknown>) => Record<string, unknown>
}

export const fact = <S extends TObject>(
  version: number,
  schema: S,
  upcasters: FactDefinition['upcasters'] = {},
  previous?: PreviousVersion,
): FactDefinition<S> => ({ version, schema, upcasters, previous })

/** All event types by their unique names in the past tense. */
export type Catalogue = { readonly [type: string]: FactDefinition }

/** The union of `{type, data}` over a catalogue. */
export type EventOf<C extends Catalogue> = {
  [K in keyof C & string]: { readonly type: K; readonly data: Static<C[K]['schema']> }
}[keyof C & string]

export type AnyEvent = { readonly type: string; readonly data: Record<string, unknown> }

/**
 * The sealed fields that a reader needs, by event type and by their current names; `client` for the client of the command. A
 * type that is missing is read without any.
 */
export type Unsealed = { readonly [type: string]: readonly string[] }

export type Actor = {
  readonly kind: 'user' | 'anonymous' | 'system'
  readonly userId: string | null
  /** A participant role, `super admin` or `system`; null for anonymous callers. */
  readonly role: string | null
}

export type Client = { readonly ip: string | null; readonly device: string | null }

/** The metadata of every event. */
export type FactMetadata = {
  readonly commandId: string
  readonly correlationId: string
  readonly causationId: string
  readonly actor: Actor
  readonly workspaceId: string | null
  /** The time of the decision, ISO 8601 UTC. */
  readonly at: string
  readonly requestId: string | null
  /** The version of the stored data, before upcasting. */
  readonly version: number
  /** Tells for a day or two whether another command with this id is the same; see `Fingerprints`. */
  readonly fingerprint: string
  /** The client of the command; null if erased or unknown. */
  readonly client: Client | null
  /** The hash of the stream's previous event; null for the first. */
  readonly previousHash: string | null
  /** `h1:` and 64 hex digits. */
  readonly hash: string
  /** The W3C trace context of the command. The hash does not cover it. */
  readonly traceparent?: string
}

/** An event as deciders, projections and reactors see it: upcast and validated. */
export type Fact<E extends AnyEvent = AnyEvent> = E & {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly metadata: FactMetadata
}
