/** What a verifier can find. Each fault has a name, so that others can say it in their own words. */

export type Given = Readonly<Record<string, string | number>>

export const filled = (words: string, given: Given): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]))

/** Of a file, or of an entry. `history-fault-texts.ts` has texts for operators. */
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
  | 'other-key'
  | 'other-key-than-kept'
  | 'checkpoint-signature'
  | 'no-export'
  | 'count'
  | 'lines'
  | 'other-workspace'
  | 'head-not-first'
  | 'kept-unsigned'
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

const EVIDENCE_FAULTS = {
  none: 'there is no evidence',
  unreadable: 'it cannot be read',
  'other-text': 'another text was signed',
  'no-content': 'what was signed is no content of ours',
  'list-count': 'the list has another count',
  'list-place': 'the list has something else at its place',
  'list-content': 'the list has another content of it',
  key: 'the key did not sign it',
  origin: 'the passkey signed on a page of {origin}',
  passkey: 'the passkey did not sign it there, with the person verified',
  'something-else': 'the evidence is for something else',
} as const
export type EvidenceFault = keyof typeof EVIDENCE_FAULTS

/** Why a signature of a device proves nothing. */
export class BadEvidence extends Error {
  override readonly name = 'BadEvidence'
  readonly fault: EvidenceFault | null
  constructor(message: string, options: ErrorOptions & { readonly fault?: EvidenceFault } = {}) {
    super(message, options)
    this.fault = options.fault ?? null
  }
}

export const badEvidence = (fault: EvidenceFault, given: Given = {}, options?: ErrorOptions): BadEvidence =>
  new BadEvidence(filled(EVIDENCE_FAULTS[fault], given), { ...options, fault })
