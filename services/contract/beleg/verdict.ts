/** What a verifier says about a Beleg: codes, for which pages and programs have words. */

export const REASONS = [
  'unreadable',
  /** It is none, or of another version. */
  'no-beleg',
  /** Neither of its keys is the anchor’s. */
  'other-key',
  'signature',
  /** Not signed by the key of the log. */
  'checkpoint',
  'other-workspace',
  /** Not the one that was kept: another hash at the same size. */
  'other-history',
  'other-witness',
  'entry-hash',
  'entry-order',
  'entry-not-in-log',
  /** An entry is newer than the checkpoint. */
  'older-checkpoint',
  /** A device did not sign what it says it did. */
  'evidence',
  /** A signature without its entry, or an entry without its signature. */
  'signatures',
  'other-content',
  'other-text',
  'other-files',
  'other-rule',
  'other-reason',
  'vouch',
  /** A time stamp that is none, or is of something else, or is not by whom it says. */
  'stamp-unreadable',
  'stamp-imprint',
  'stamp-certificate',
  'stamp-purpose',
  'stamp-expired',
  'stamp-signature',
  /** It is of another log, or of another history of this one. */
  'stamp-log',
  /** An entry is newer than what was stamped. */
  'stamp-older',
  /** By none of those whom the reader names, or not at all. */
  'other-authority',
  /** Not a fault: nothing says whose file it is. */
  'no-anchor',
  /** Not a fault: this program knows no Ed25519. */
  'unknown-algorithm',
] as const
export type ReasonCode = (typeof REASONS)[number]

export const NOT_PROVED = [
  'names',
  'later',
  /** What was erased before it was made. */
  'erased',
  'no-witness',
  'no-time-stamp',
  /** There are stamps, but by an algorithm that this program does not know. */
  'time-stamps-unread',
  /** Whose stamps they are: the file brings the certificate, and the reader names none. */
  'unnamed-authority',
  /** A decline or withdrawal, which no device signs. */
  'unsigned-decision',
  /** Somebody decided for a colleague: that they might, the product says. */
  'on-behalf',
] as const
export type NotProved = (typeof NOT_PROVED)[number]

export type Reason = {
  readonly code: ReasonCode
  /** Of the entry; null if it is about no single one. */
  readonly sequence: number | null
}

export type Verdict = {
  readonly result: 'proved' | 'not-proved' | 'refused'
  readonly reasons: readonly Reason[]
  readonly notProved: readonly NotProved[]
  /** Null while the file cannot be read. */
  readonly found: Found | null
}

/** What a Beleg says about itself: as much proved as the verdict. */
export type Found = {
  readonly subject: 'request' | 'change'
  readonly id: string
  readonly workspaceId: string
  readonly at: string
  /** The log and its number of entries. */
  readonly log: string
  readonly size: number
  readonly entries: number
  readonly signatures: number
  /** On pages of which passkeys signed. */
  readonly origins: readonly string[]
  readonly keyId: string
  readonly verifierKey: string
  /** The anchor’s witnesses that signed the checkpoint, and when. */
  readonly witnesses: readonly { readonly name: string; readonly at: string }[]
  readonly timeStamps: readonly FoundStamp[]
}

export type FoundStamp = {
  /** How the signer’s certificate calls itself, and its SHA-256 as hex. */
  readonly authority: string
  readonly fingerprint: string
  readonly at: string
  /** Whether the reader named the authority: otherwise anybody may call themselves that. */
  readonly isNamed: boolean
}

/** Why something is not what it says it is. */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: ReasonCode
  /** Of the entry that it is about; null if it is about no single one. */
  readonly sequence: number | null
  constructor(code: ReasonCode, sequence: number | null = null) {
    super(code)
    this.code = code
    this.sequence = sequence
  }
}

/** Throws `Fault`. */
export const fault = (code: ReasonCode): never => {
  throw new Fault(code)
}
