/** What a verifier can find. Each fault has a name, so that others can say it in their own words. */

export type Given = Readonly<Record<string, string | number>>

/** Of a file, or of an entry. `fault-texts.ts` has texts for operators. */
export type HistoryFault =
  | 'unreadable'
  | 'no-previous'
  | 'hash'
  | 'order'
  | 'no-predecessor'
  | 'missing'
  | 'changed'
  | 'other-than-kept'
  | 'signature'
  | 'other-wording'
  | 'other-key'
  | 'other-key-than-kept'
  | 'checkpoint-signature'
  | 'no-export'
  | 'count'
  | 'lines'
  | 'other-workspace'
  | 'head-not-first'
  | 'kept-unsigned'
  | 'kept-other-workspace'
  | 'kept-not-found'
  | 'no-text'
  | 'after-checkpoint'
  | 'cut-off'
  | 'unreadable-hash'
  | 'unsigned-note'
  | 'other-log'
  | 'unreadable-proof'
  | 'other-proof'
  | 'not-included'
  | 'not-consistent'

/** The first fault of a file; `sequence` is null if it concerns no single entry. */
export class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory'
  readonly sequence: number | null
  readonly fault: HistoryFault
  readonly given: Given
  constructor(sequence: number | null, fault: HistoryFault, given: Given = {}, options?: ErrorOptions) {
    super(fault, options)
    this.sequence = sequence
    this.fault = fault
    this.given = given
  }
}

/** Throws `BrokenHistory`. */
export const broken: (
  fault: HistoryFault,
  sequence?: number | null,
  given?: Given,
  options?: ErrorOptions,
) => never = (fault, sequence = null, given = {}, options = {}) => {
  throw new BrokenHistory(sequence, fault, given, options)
}

/** Of the signature of a device. */
export type EvidenceFault =
  | 'none'
  | 'unreadable'
  | 'other-text'
  | 'no-content'
  | 'list-count'
  | 'list-place'
  | 'list-content'
  | 'key'
  | 'origin'
  | 'passkey'
  | 'something-else'

/** Why a signature of a device proves nothing. */
export class BadEvidence extends Error {
  override readonly name = 'BadEvidence'
  readonly fault: EvidenceFault | null
  readonly given: Given
  constructor(
    message: string,
    options: ErrorOptions & { readonly fault?: EvidenceFault; readonly given?: Given } = {},
  ) {
    super(message, options)
    this.fault = options.fault ?? null
    this.given = options.given ?? {}
  }
}

export const badEvidence = (fault: EvidenceFault, given: Given = {}, options?: ErrorOptions): BadEvidence =>
  new BadEvidence(fault, { ...options, fault, given })
