import type { EvidenceFault, HistoryFault } from '#contract/evidence/faults.ts'
import { byLanguage, type Both } from './in-language.ts'
import type { Refusal } from './outcome.ts'

type FaultWords = {
  readonly entry: Both
  readonly line: Both
  readonly faults: Readonly<Record<Exclude<Refusal['code'] | HistoryFault, 'beleg'>, Both>>
  readonly evidence: Readonly<Record<EvidenceFault, Both>>
}

const CHANGED_EN = 'Somebody changed the file after it was made.'
const CHANGED_DE = 'Jemand hat die Datei nachträglich verändert.'
export const ANYBODY_EN = 'Anybody can make such a file with a key of their own.'
export const ANYBODY_DE = 'So eine Datei kann jeder mit einem eigenen Schlüssel herstellen.'

const SOMETHING_ELSE: Both = ['die Unterschrift gilt etwas anderem', 'the signature is for something else']
const OTHER_LIST: Both = ['die unterschriebene Liste ist eine andere', 'the signed list is another one']
export const CHECKSUM: Both = [
  '{entry} hat nicht die Prüfsumme, die zu ihm gehört.',
  '{entry} does not have the checksum that belongs to it.',
]
export const NOT_SIGNED_DE = '{entry} soll von einem Gerät unterschrieben sein, aber das stimmt nicht'
export const NOT_SIGNED_EN = '{entry} says that a device signed it, but that is not so'
const OUT_OF_PLACE: Both = [
  '{entry} steht an falscher Stelle: nach Eintrag {above}.',
  '{entry} is in the wrong place: it stands after entry {above}.',
]
const UNREADABLE_PROOF: Both = ['Der Beweis ist nicht lesbar.', 'The proof cannot be read.']

/** Why a file is refused. `{entry}` is the entry or the line, as `entry` and `line` say it. */
const table: FaultWords = {
  entry: ['Eintrag {sequence}', 'Entry {sequence}'],
  line: ['Eine Zeile', 'A line'],
  faults: {
    unreadable: ['{entry} ist nicht lesbar.', '{entry} cannot be read.'],
    'no-previous': CHECKSUM,
    hash: CHECKSUM,
    order: OUT_OF_PLACE,
    'no-predecessor': OUT_OF_PLACE,
    missing: ['{entry} fehlt.', '{entry} is missing.'],
    changed: [
      `{entry} ist nicht so, wie er exportiert wurde. ${CHANGED_DE}`,
      `{entry} is not as it was exported. ${CHANGED_EN}`,
    ],
    'other-than-kept': [
      '{entry} ist ein anderer als in Ihrem aufbewahrten Prüfpunkt. Das Protokoll wurde seither umgeschrieben, oder eines von beiden ist gefälscht.',
      '{entry} is another one than in the checkpoint that you kept. The log was rewritten since, or one of the two is forged.',
    ],
    signature: [`${NOT_SIGNED_DE}: {why}.`, `${NOT_SIGNED_EN}: {why}.`],
    'other-wording': [
      '{entry}: Unterschrieben wurde ein anderer Wortlaut, als in der Datei steht.',
      '{entry}: another wording was signed than the file has.',
    ],
    'other-key': [
      `Die Datei hat der Schlüssel {keyId} unterschrieben und nicht Ihrer. ${ANYBODY_DE}`,
      `The file is signed by the key {keyId}, and not by yours. ${ANYBODY_EN}`,
    ],
    'other-key-than-kept': [
      `Die Datei hat der Schlüssel {keyId} unterschrieben, Ihren aufbewahrten Prüfpunkt {earlier}. ${ANYBODY_DE} Hat der Betreiber einen neuen Schlüssel, geben Sie diesen ein.`,
      `The file is signed by the key {keyId}, the checkpoint that you kept by {earlier}. ${ANYBODY_EN} If the operator has a new key, enter that one.`,
    ],
    'checkpoint-signature': [
      `Die Unterschrift der Datei ist falsch. ${CHANGED_DE}`,
      `The signature of the file is wrong. ${CHANGED_EN}`,
    ],
    'no-export': [
      'Die letzte Zeile ist ein Prüfpunkt, aber nicht der eines Exports.',
      'The last line is a checkpoint, but not the one of an export.',
    ],
    count: [
      'Exportiert wurden {signed} Einträge, in der Datei sind {entries}.',
      '{signed} entries were exported, but the file has {entries}.',
    ],
    lines: [
      `Die Zeilen sind nicht die, die unterschrieben wurden. ${CHANGED_DE}`,
      `The lines are not those that were signed. ${CHANGED_EN}`,
    ],
    'other-workspace': [
      'Eine Unterschrift in der Datei gehört zu einem anderen Workspace.',
      'A signature in the file is of another workspace.',
    ],
    'head-not-first': [
      '{entry} ist der neueste, aber die Datei beginnt nicht mit ihm.',
      '{entry} is the newest one, but the file does not begin with it.',
    ],
    'kept-unsigned': [
      'Die Unterschrift Ihres aufbewahrten Prüfpunkts ist falsch.',
      'The signature of the checkpoint that you kept is wrong.',
    ],
    'kept-other-workspace': [
      'Ihr aufbewahrter Prüfpunkt gehört zu einem anderen Workspace.',
      'The checkpoint that you kept is of another workspace.',
    ],
    'kept-not-found': [
      '{entry} steht in Ihrem aufbewahrten Prüfpunkt, aber nicht in der Datei.',
      '{entry} is in the checkpoint that you kept, but not in the file.',
    ],
    'no-text': ['In der Datei sind Bytes, die kein Text sind.', 'The file has bytes that are no text.'],
    'after-checkpoint': [
      `Nach dem Ende des Exports stehen noch Zeilen. ${CHANGED_DE}`,
      `There are lines after the end of the export. ${CHANGED_EN}`,
    ],
    'cut-off': [
      'Die Datei ist abgeschnitten: Die letzte Zeile, die alle anderen unterschreibt, fehlt.',
      'The file is cut off: its last line, which signs all others, is missing.',
    ],
    'unreadable-hash': UNREADABLE_PROOF,
    'unsigned-note': [
      'Den Prüfpunkt im Beweis hat nicht Ihr Schlüssel unterschrieben. So einen kann jeder herstellen.',
      'The checkpoint in the proof is not signed by your key. Anybody can make one.',
    ],
    'other-log': [
      'Der Prüfpunkt im Beweis gehört zu einem anderen Protokoll.',
      'The checkpoint in the proof is of another log.',
    ],
    'unreadable-proof': UNREADABLE_PROOF,
    'other-proof': ['{entry} hat den Beweis von etwas anderem.', '{entry} has a proof of something else.'],
    'not-included': [
      '{entry} steht nicht in dem Protokoll, das der Prüfpunkt festhält.',
      '{entry} is not in the log that the checkpoint states.',
    ],
    'not-consistent': [
      'Das spätere Protokoll beginnt nicht mit dem früheren. Die Geschichte wurde umgeschrieben.',
      'The later log does not begin with the earlier one. History was rewritten.',
    ],
    'unknown-file': [
      'Das ist weder ein Beleg (PDF oder JSON) noch ein Export (JSONL) noch der Beweis eines Eintrags (JSON).',
      'This is no Beleg (PDF or JSON), no export (JSONL) and no proof of an entry (JSON).',
    ],
    'checkpoint-file': [
      'Das ist ein Prüfpunkt. Wählen Sie ihn unten als das, was Sie aufbewahrt haben, und hier einen Export.',
      'This is a checkpoint. Choose it below, as what you kept, and an export here.',
    ],
    'proof-alone': [
      'Zu diesem Beweis fehlt der Eintrag. Speichern Sie die ganze Antwort des Produkts, die beides hat.',
      'This proof has no entry with it. Save the whole answer of the product, which has both.',
    ],
    'old-browser': [
      'Dieser Browser kann solche Unterschriften nicht prüfen. Nehmen Sie einen neueren.',
      'This browser cannot verify such signatures. Use a newer one.',
    ],
  },
  evidence: {
    none: ['es gibt keine Unterschrift', 'there is no signature'],
    unreadable: ['die Unterschrift ist nicht lesbar', 'the signature cannot be read'],
    'other-text': SOMETHING_ELSE,
    'no-content': SOMETHING_ELSE,
    'something-else': SOMETHING_ELSE,
    'list-count': OTHER_LIST,
    'list-place': OTHER_LIST,
    'list-content': OTHER_LIST,
    key: ['der Schlüssel hat das nicht unterschrieben', 'the key did not sign it'],
    origin: ['der Passkey hat auf einer anderen Seite unterschrieben', 'the passkey signed on another page'],
    passkey: [
      'der Passkey hat das nicht unterschrieben, oder die Person wurde dabei nicht geprüft',
      'the passkey did not sign it, or not with the person verified',
    ],
  },
}

export const faultWords = byLanguage(table)
