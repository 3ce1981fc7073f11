import { ANYBODY_DE, ANYBODY_EN, CHECKSUM, NOT_SIGNED_DE, NOT_SIGNED_EN } from './fault-words.ts'
import { byLanguage, type Both } from './in-language.ts'
import type { BelegFault, NotProved, Part, Proved } from './outcome.ts'

const CLOCK_DE = 'Wann es war, außer nach der Uhr des Produkts.'
const CLOCK_EN = 'When it was, other than by the clock of the product.'
export const CLOCK: Both = [CLOCK_DE, CLOCK_EN]

type BelegWords = {
  readonly says: Both
  readonly compare: Both
  readonly parts: Readonly<Record<Part, Both>>
  /** Of requests and changes, as they are called on the wire. */
  readonly states: Readonly<Record<string, Both>>
  readonly proved: Readonly<
    Record<
      Extract<Proved, 'wording' | 'wording-erased' | 'no-device' | 'entries' | 'witness' | 'time-stamp'>,
      Both
    >
  >
  readonly notProved: Readonly<
    Record<
      Extract<
        NotProved,
        'later' | 'erased' | 'time-stamps-unread' | 'unnamed-authority' | 'unsigned-decision' | 'on-behalf'
      >,
      Both
    >
  >
  /** `{entry}` is the entry, where it is always about one. */
  readonly faults: Readonly<Record<BelegFault, Both>>
}

/** What the page says about a Beleg. */
export const belegTable: BelegWords = {
  says: ['Was im Beleg steht', 'What the Beleg says'],
  compare: [
    'Nur das ist geprüft. Steht auf einem Ausdruck etwas anderes, ist der Ausdruck falsch.',
    'Only this is verified. If a printed page says something else, the page is wrong.',
  ],
  parts: {
    title: ['Titel', 'Title'],
    kind: ['Art', 'Kind'],
    details: ['Einzelheiten', 'Details'],
    file: ['Datei', 'File'],
    state: ['Stand', 'State'],
    emergency: ['Notfall, weil', 'Emergency, because'],
    'asked-by': ['Angefragt von', 'Asked by'],
    'signed-by': ['Unterschrieben von', 'Signed by'],
    change: ['Änderung', 'Change'],
  },
  states: {
    pending: ['offen', 'open'],
    approved: ['freigegeben', 'approved'],
    declined: ['abgelehnt', 'declined'],
    closed: ['ohne Entscheidung beendet', 'ended without a decision'],
    done: ['durchgeführt', 'done'],
    refused: ['abgelehnt', 'refused'],
    withdrawn: ['zurückgezogen', 'withdrawn'],
    expired: ['abgelaufen', 'expired'],
    overtaken: ['nicht mehr möglich', 'no longer possible'],
  },
  proved: {
    wording: [
      'Unterschriften von Geräten: {signatures}, jede vom Schlüssel, den der Beleg nennt, und genau für das, was darin steht.',
      'Signatures by devices: {signatures}, each by the key that the Beleg names, over exactly what it says.',
    ],
    'wording-erased': [
      'Unterschriften von Geräten: {signatures}, jede vom Schlüssel, den der Beleg nennt, und für das, was darin steht. Von gelöschten Teilen ist nur die Prüfsumme da.',
      'Signatures by devices: {signatures}, each by the key that the Beleg names, over what it says. Of erased parts only the checksum is here.',
    ],
    'no-device': ['Kein Gerät hat davon etwas unterschrieben.', 'No device signed anything of this.'],
    entries: [
      '{entries|Eintrag|Einträge} dazu, im Protokoll mit {size|Eintrag|Einträgen}.',
      '{entries|entry|entries} about this are in the log of {size|entry|entries}.',
    ],
    witness: [
      'Der Zeuge {name} hat diesen Stand des Protokolls gesehen: {at}.',
      'The witness {name} saw this state of the log at {at}.',
    ],
    'time-stamp': [
      'Das gab es schon, als „{name}“ den Zeitstempel setzte: {at}.',
      'This was there when “{name}” set the time stamp: {at}.',
    ],
  },
  notProved: {
    'unnamed-authority': [
      'Wer den Zeitstempel gesetzt hat: Sein Zertifikat bringt die Datei selbst mit. Geben Sie den Fingerabdruck eines Zertifikats ein, dem Sie trauen.',
      'Who set the time stamp: the file itself brings the certificate. Enter the fingerprint of one that you trust.',
    ],
    later: ['Was danach geschah.', 'What happened after it was made.'],
    erased: [
      'Was in den gelöschten Teilen stand. Ihre Prüfsummen passen noch.',
      'What the erased parts said. Their checksums still fit.',
    ],
    'time-stamps-unread': [
      `${CLOCK_DE} Diesen Zeitstempel kann diese Seite nicht lesen.`,
      `${CLOCK_EN} This page cannot read this time stamp.`,
    ],
    'unsigned-decision': [
      'Dass diese Person abgelehnt oder zurückgezogen hat. Das unterschreibt kein Gerät.',
      'That this person declined or withdrew it. No device signs that.',
    ],
    'on-behalf': [
      'Dass jemand für andere entscheiden darf. Das sagt das Produkt.',
      'That somebody may decide for a colleague. The product says so.',
    ],
  },
  faults: {
    'time-stamp': [
      'Der Zeitstempel passt nicht zu diesem Stand des Protokolls, oder jemand hat ihn verändert.',
      'The time stamp does not fit this state of the log, or somebody changed it.',
    ],
    'other-authority': [
      'Der Zeitstempeldienst, den Sie kennen, hat das nicht gestempelt.',
      'The time-stamping authority that you know did not stamp this.',
    ],
    unreadable: ['Das ist nicht als Beleg lesbar.', 'This cannot be read as a Beleg.'],
    'no-beleg': [
      'Das ist kein Beleg oder einer einer neueren Fassung.',
      'This is no Beleg, or one of a later version.',
    ],
    'other-key': [
      `Ein anderer Schlüssel als Ihrer hat ihn unterschrieben. ${ANYBODY_DE}`,
      `Another key than yours signed it. ${ANYBODY_EN}`,
    ],
    signature: [
      'Seine Unterschrift ist falsch. Jemand hat ihn nachträglich verändert.',
      'Its signature is wrong. Somebody changed it after it was made.',
    ],
    checkpoint: [
      'Den Stand des Protokolls darin hat nicht der Schlüssel des Protokolls unterschrieben.',
      'The state of the log in it is not signed by the key of the log.',
    ],
    'other-workspace': ['Er gehört zu einem anderen Workspace.', 'It is of another workspace.'],
    'other-history': [
      'Das Protokoll darin ist ein anderes als in Ihrem aufbewahrten Prüfpunkt.',
      'The log in it is another one than in the checkpoint that you kept.',
    ],
    'other-witness': [
      'Der Zeuge, den Sie kennen, hat diesen Stand des Protokolls nicht unterschrieben.',
      'The witness that you know did not sign this state of the log.',
    ],
    'entry-hash': CHECKSUM,
    'entry-order': ['{entry} steht an falscher Stelle.', '{entry} is in the wrong place.'],
    'entry-not-in-log': ['{entry} steht nicht im Protokoll.', '{entry} is not in the log.'],
    'older-checkpoint': [
      '{entry} ist neuer als der Stand des Protokolls.',
      '{entry} is newer than the state of the log.',
    ],
    evidence: [`${NOT_SIGNED_DE}.`, `${NOT_SIGNED_EN}.`],
    signatures: [
      'Unterschriften und Einträge gehören nicht zusammen.',
      'Signatures and entries do not belong together.',
    ],
    'other-content': [
      'Unterschrieben wurde etwas anderes, als im Beleg steht.',
      'What was signed is not what the Beleg says.',
    ],
    'other-text': ['Unterschrieben wurde ein anderer Wortlaut.', 'Another wording was signed.'],
    'other-files': ['Unterschrieben wurden andere Dateien.', 'Other files were signed.'],
    'other-rule': ['Unterschrieben wurde eine andere Regel.', 'Another rule was signed.'],
    'other-reason': ['Unterschrieben wurde eine andere Begründung.', 'Another reason was signed.'],
    vouch: ['Die Bürgschaft für den Schlüssel stimmt nicht.', 'The vouch for the key is wrong.'],
  },
}

export const belegWords = byLanguage(belegTable)
