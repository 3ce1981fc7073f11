import type { EvidenceFault, HistoryFault } from '#contract/evidence/faults.ts'
import type { Refusal } from './outcome.ts'

/** Why a file is refused. `{entry}` is the entry or the line, as `entry` and `line` say it. */

type FaultWords = {
  readonly entry: string
  readonly line: string
  readonly faults: Readonly<Record<HistoryFault | Exclude<Refusal['code'], HistoryFault>, string>>
  readonly evidence: Readonly<Record<EvidenceFault, string>>
}

const CHANGED_EN = 'Somebody changed the file after it was made.'
const CHANGED_DE = 'Jemand hat die Datei nachträglich verändert.'

const en: FaultWords = {
  entry: 'Entry {sequence}',
  line: 'A line',
  faults: {
    unreadable: '{entry} cannot be read.',
    'no-previous': '{entry} does not name the entry before it.',
    hash: '{entry} does not have the checksum that belongs to it.',
    order: '{entry} is in the wrong place: it stands after entry {above}.',
    'no-predecessor': '{entry} is not the one that entry {above} was added to.',
    missing: '{entry} is missing.',
    changed: `{entry} is not as it was exported. ${CHANGED_EN}`,
    'other-than-kept':
      '{entry} is another one than in the checkpoint that you kept. The log was rewritten since, or one of the two is forged.',
    signature: '{entry} says that a device signed it, but that is not so: {why}.',
    'other-key':
      'The file is signed by the key {keyId}, and not by yours. Anybody can make such a file with a key of their own.',
    'other-key-than-kept':
      'The file is signed by the key {keyId}, the checkpoint that you kept by {earlier}. Anybody can make such a file with a key of their own. If the operator has a new key, enter that one.',
    'checkpoint-signature': `The signature of the file is wrong. ${CHANGED_EN}`,
    'no-export': 'The last line is a checkpoint, but not the one of an export.',
    count: '{signed} entries were exported, but the file has {entries}.',
    lines: `The lines are not those that were signed. ${CHANGED_EN}`,
    'other-workspace': 'A signature in the file is of another workspace.',
    'head-not-first': '{entry} is the newest one, but the file does not begin with it.',
    'kept-unsigned': 'The checkpoint that you kept is not signed, or is of another workspace.',
    'kept-not-found': '{entry} is in the checkpoint that you kept, but not in the file.',
    'no-text': 'The file has bytes that are no text.',
    'after-checkpoint': `There are lines after the end of the export. ${CHANGED_EN}`,
    'cut-off': 'The file is cut off: its last line, which signs all others, is missing.',
    'unreadable-hash': 'A checksum in the proof cannot be read.',
    'unsigned-note': 'The checkpoint in the proof is not signed by your key. Anybody can make one.',
    'other-log': 'The checkpoint in the proof is of another log.',
    'unreadable-proof': 'The proof cannot be read.',
    'other-proof': '{entry} has a proof of something else.',
    'not-included': '{entry} is not in the log that the checkpoint states.',
    'not-consistent': 'The later log does not begin with the earlier one. History was rewritten.',
    'unknown-file':
      'This is neither an export (JSONL) nor the proof of an entry (JSON). Spreadsheets and printed logs cannot be verified.',
    'checkpoint-file': 'This is a checkpoint. Choose it below, as what you kept, and an export here.',
    beleg: 'This is a Beleg. This page does not verify those yet: use “npm run ops -- history verify”.',
    'proof-alone': 'This proof has no entry with it. Save the whole answer of the product, which has both.',
    'old-browser': 'This browser cannot verify such signatures. Open the page in a newer one.',
  },
  evidence: {
    none: 'there is no signature',
    unreadable: 'the signature cannot be read',
    'other-text': 'something else was signed',
    'no-content': 'what was signed is nothing that this product asks to sign',
    'list-count': 'the signed list has another number of approvals',
    'list-place': 'the signed list has something else in its place',
    'list-content': 'the signed list has something else',
    key: 'the key did not sign it',
    origin: 'the passkey signed on another page',
    passkey: 'the passkey did not sign it, or not with the person verified',
    'something-else': 'the signature is for something else',
  },
}

const de: FaultWords = {
  entry: 'Eintrag {sequence}',
  line: 'Eine Zeile',
  faults: {
    unreadable: '{entry} ist nicht lesbar.',
    'no-previous': '{entry} nennt den Eintrag davor nicht.',
    hash: '{entry} hat nicht die Prüfsumme, die zu ihm gehört.',
    order: '{entry} steht an falscher Stelle: nach Eintrag {above}.',
    'no-predecessor': '{entry} ist nicht der, an den Eintrag {above} angefügt wurde.',
    missing: '{entry} fehlt.',
    changed: `{entry} ist nicht so, wie er exportiert wurde. ${CHANGED_DE}`,
    'other-than-kept':
      '{entry} ist ein anderer als in Ihrem aufbewahrten Prüfpunkt. Das Protokoll wurde seither umgeschrieben, oder eines von beiden ist gefälscht.',
    signature: '{entry} soll von einem Gerät unterschrieben sein, aber das stimmt nicht: {why}.',
    'other-key':
      'Die Datei hat der Schlüssel {keyId} unterschrieben und nicht Ihrer. So eine Datei kann jeder mit einem eigenen Schlüssel herstellen.',
    'other-key-than-kept':
      'Die Datei hat der Schlüssel {keyId} unterschrieben, Ihren aufbewahrten Prüfpunkt {earlier}. So eine Datei kann jeder mit einem eigenen Schlüssel herstellen. Hat der Betreiber einen neuen Schlüssel, geben Sie diesen ein.',
    'checkpoint-signature': `Die Unterschrift der Datei ist falsch. ${CHANGED_DE}`,
    'no-export': 'Die letzte Zeile ist ein Prüfpunkt, aber nicht der eines Exports.',
    count: 'Exportiert wurden {signed} Einträge, in der Datei sind {entries}.',
    lines: `Die Zeilen sind nicht die, die unterschrieben wurden. ${CHANGED_DE}`,
    'other-workspace': 'Eine Unterschrift in der Datei gehört zu einem anderen Workspace.',
    'head-not-first': '{entry} ist der neueste, aber die Datei beginnt nicht mit ihm.',
    'kept-unsigned':
      'Ihr aufbewahrter Prüfpunkt ist nicht unterschrieben oder gehört zu einem anderen Workspace.',
    'kept-not-found': '{entry} steht in Ihrem aufbewahrten Prüfpunkt, aber nicht in der Datei.',
    'no-text': 'In der Datei sind Bytes, die kein Text sind.',
    'after-checkpoint': `Nach dem Ende des Exports stehen noch Zeilen. ${CHANGED_DE}`,
    'cut-off': 'Die Datei ist abgeschnitten: Die letzte Zeile, die alle anderen unterschreibt, fehlt.',
    'unreadable-hash': 'Eine Prüfsumme im Beweis ist nicht lesbar.',
    'unsigned-note':
      'Den Prüfpunkt im Beweis hat nicht Ihr Schlüssel unterschrieben. So einen kann jeder herstellen.',
    'other-log': 'Der Prüfpunkt im Beweis gehört zu einem anderen Protokoll.',
    'unreadable-proof': 'Der Beweis ist nicht lesbar.',
    'other-proof': '{entry} hat den Beweis von etwas anderem.',
    'not-included': '{entry} steht nicht in dem Protokoll, das der Prüfpunkt festhält.',
    'not-consistent':
      'Das spätere Protokoll beginnt nicht mit dem früheren. Die Geschichte wurde umgeschrieben.',
    'unknown-file':
      'Das ist weder ein Export (JSONL) noch der Beweis eines Eintrags (JSON). Tabellen und gedruckte Protokolle lassen sich nicht prüfen.',
    'checkpoint-file':
      'Das ist ein Prüfpunkt. Wählen Sie ihn unten als das, was Sie aufbewahrt haben, und hier einen Export.',
    beleg:
      'Das ist ein Beleg. Belege prüft diese Seite noch nicht: Nehmen Sie „npm run ops -- history verify“.',
    'proof-alone':
      'Zu diesem Beweis fehlt der Eintrag. Speichern Sie die ganze Antwort des Produkts, die beides hat.',
    'old-browser':
      'Dieser Browser kann solche Unterschriften nicht prüfen. Öffnen Sie die Seite in einem neueren.',
  },
  evidence: {
    none: 'es gibt keine Unterschrift',
    unreadable: 'die Unterschrift ist nicht lesbar',
    'other-text': 'unterschrieben wurde etwas anderes',
    'no-content': 'unterschrieben wurde nichts, was dieses Produkt unterschreiben lässt',
    'list-count': 'die unterschriebene Liste hat eine andere Zahl von Freigaben',
    'list-place': 'die unterschriebene Liste hat an dieser Stelle etwas anderes',
    'list-content': 'in der unterschriebenen Liste steht etwas anderes',
    key: 'der Schlüssel hat das nicht unterschrieben',
    origin: 'der Passkey hat auf einer anderen Seite unterschrieben',
    passkey: 'der Passkey hat das nicht unterschrieben, oder die Person wurde dabei nicht geprüft',
    'something-else': 'die Unterschrift gilt etwas anderem',
  },
}

export const faultWords = { de, en }
