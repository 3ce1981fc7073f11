import {
  BadEvidence,
  type BrokenHistory,
  type EvidenceFault,
  type Given,
  type HistoryFault,
} from './faults.ts'

const filled = (words: string, given: Given): string =>
  words.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given[name]))

/** Of a file, or of the entry whose sequence is said before. */
const HISTORY_FAULTS: Readonly<Record<HistoryFault, string>> = {
  unreadable: 'cannot be read',
  'no-previous': 'does not name the previous entry',
  hash: 'does not have its hash',
  order: 'is out of order after {above}',
  'no-predecessor': 'is not the predecessor of {above}',
  missing: 'is missing',
  changed: 'was changed after the export',
  'other-than-kept': 'differs from the earlier checkpoint',
  signature: 'has no valid signature: {why}',
  'other-wording': 'has another wording than was signed ({why})',
  'other-key': 'the checkpoint is signed with the key {keyId} instead of the given one',
  'other-key-than-kept':
    'the checkpoint is signed with the key {keyId}, the earlier one with {earlier}: if the operator changed the key, give the new one',
  'checkpoint-signature': 'the signature of the checkpoint is wrong',
  'no-export': 'the checkpoint is not from an export',
  count: '{signed} entries were exported, but the file has {entries}',
  lines: 'the lines differ from those that were signed',
  'other-workspace': 'the file contains evidence from another workspace',
  'head-not-first': 'is the head, but not the first line',
  'kept-unsigned': 'the earlier checkpoint is not signed',
  'kept-other-workspace': 'the earlier checkpoint is from another workspace',
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
}

const EVIDENCE_FAULTS: Readonly<Record<EvidenceFault, string>> = {
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
}

/** Why a signature of a device proves nothing, for operators. */
export const evidenceFaultText = ({ fault, given, message }: BadEvidence): string =>
  fault === null ? message : filled(EVIDENCE_FAULTS[fault], given)

/** What is wrong with a file, for operators. The page that verifies files has words of its own. */
export const historyFaultText = ({ fault, given, cause }: BrokenHistory): string =>
  filled(HISTORY_FAULTS[fault], cause instanceof BadEvidence ? { why: evidenceFaultText(cause) } : given)
