/** What a verifier can find. Each fault has a name, so that others can say it in their own words. */

type Given = Readonly<Record<string, string | number>>

const filled = (words: string, given: Given): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]))

/** Of a file, or of the entry whose sequence is said before. */
const HISTORY_FAULTS = {
  unreadable: 'cannot be read',
  'no-previous': 'does not name the previous entry',
  hash: 'does not have its hash',
  order: 'is out of order after {above}',
  'no-predecessor': 'is not the predecessor of {above}',
  missing: 'is missing',
  changed: 'was changed after the export',
  'other-than-kept': 'differs from the earlier checkpoint',
  signature: 'has no valid signature: {why}',
  'other-key': 'the checkpoint is signed with the key {keyId} instead of the given one',
  'other-key-than-kept':
    'the checkpoint is signed with the key {keyId}, the earlier one with {earlier}: if the operator changed the key, give the new one',
  'checkpoint-signature': 'the signature of the checkpoint is wrong',
  'no-export': 'the checkpoint is not from an export',
  count: '{signed} entries were exported, but the file has {entries}',
  lines: 'the lines differ from those that were signed',
  'other-workspace': 'the file contains evidence from another workspace',
  'head-not-first': 'is the head, but not the first line',
  'kept-unsigned': 'the earlier checkpoint is not signed, or is from another workspace',
  'kept-not-found': 'is in the earlier checkpoint, but not in the file',
  'no-text': 'the file is no text in UTF-8',
  'after-checkpoint': 'there are lines after the checkpoint',
  'cut-off': 'the file is cut off: it has no checkpoint',
  'unreadable-hash': 'a hash cannot be read',
  'unsigned-note': 'the checkpoint is not signed by the given key',
  'other-log': 'the checkpoint is of another log',
  'unreadable-proof': 'the proof cannot be read',
  'other-proof': 'has a proof for something else',
  'not-included': 'is not in the log of the checkpoint',
  'not-consistent': 'the later log does not begin with the earlier one',
} as const
export type HistoryFault = keyof typeof HISTORY_FAULTS

/** The first fault of a file; `sequence` is null if it concerns no single entry. */
export class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory'
  readonly sequence: number | null
  readonly fault: HistoryFault
  readonly given: Given
  constructor(sequence: number | null, fault: HistoryFault, given: Given = {}, options?: ErrorOptions) {
    super(filled(HISTORY_FAULTS[fault], given), options)
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
