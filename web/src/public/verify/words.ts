import { belegTable, CLOCK } from './beleg-words.ts'
import { byLanguage, type Both } from './in-language.ts'
import type { Detail, NotProved, Open, Proved } from './outcome.ts'

type PageWords = {
  readonly page: Readonly<Record<PageText, Both>>
  readonly title: {
    readonly green: Readonly<Record<'export' | 'proof', Both>>
    readonly amber: Readonly<Record<'export' | 'proof', Both>>
    /** It ends before what the reader kept. */
    readonly older: Both
    /** Some of what was signed is erased or not handed out. */
    readonly partial: Both
    readonly red: Both
    /** Refused for its key, not for what it says. */
    readonly forged: Both
    /** A witness or an authority did not sign it that the reader asks for. */
    readonly unsigned: Both
    readonly none: Both
  }
  readonly next: Readonly<Record<Open, Both>> & { readonly red: Both<readonly string[]> }
  readonly proved: Readonly<Record<Proved, Both>>
  readonly notProved: Readonly<Record<NotProved, Both>>
  readonly details: Readonly<Record<Detail, Both>>
}
type PageText =
  | 'title'
  | 'lead'
  | 'file'
  | 'choose'
  | 'drop'
  | 'anchor'
  | 'anchor-why'
  | 'key'
  | 'key-hint'
  | 'kept'
  | 'kept-none'
  | 'remove'
  | 'bad-anchor'
  | 'result'
  | 'waiting'
  | 'reading'
  | 'failed'
  | 'fits'
  | 'proved'
  | 'not-proved'
  | 'details'
  | 'next'
  | 'keep'
  | 'language'

const WHOSE_DE = 'Von wem die Datei ist.'
const WHOSE_EN = 'Whose file it is.'

/** What the page says. `{name}` is filled in; `{name|one|other}` is the number with the noun that belongs to it. */
const table: PageWords = {
  page: {
    title: ['Eine Datei prüfen', 'Verify a file'],
    lead: [
      'Ist dieser Beleg, Export oder Beweis echt und unverändert? Das stellt Ihr Browser selbst fest. Nichts verlässt dieses Gerät.',
      'Is this Beleg, export or proof genuine, and unchanged? Your browser finds out by itself. Nothing leaves this device.',
    ],
    file: ['Die Datei', 'The file'],
    choose: ['Datei wählen', 'Choose a file'],
    drop: [
      'oder hier ablegen: einen Beleg (PDF oder JSON), einen Export (JSONL) oder den Beweis eines Eintrags (JSON)',
      'or drop it here: a Beleg (PDF or JSON), an export (JSONL), or the proof of an entry (JSON)',
    ],
    anchor: ['Was Sie von anderswo haben', 'What you have from elsewhere'],
    'anchor-why': [
      'Jeder kann eine Datei mit einem eigenen Schlüssel unterschreiben. Von wem sie ist, sagt nur etwas, das Sie nicht mit ihr bekommen haben: ein aufbewahrter Prüfpunkt oder der Schlüssel, den der Betreiber veröffentlicht.',
      'Anybody can sign a file with a key of their own. Only something that you did not get with the file says whose it is: a checkpoint that you kept, or the key that the operator publishes.',
    ],
    key: ['Schlüssel, Schlüssel-ID oder Fingerabdruck', 'Key, key id or fingerprint'],
    'key-hint': ['Mehrere durch Leerzeichen trennen', 'Several are separated by spaces'],
    kept: ['Aufbewahrten Prüfpunkt wählen', 'Choose a kept checkpoint'],
    'kept-none': ['Keiner gewählt', 'None is chosen'],
    remove: ['Entfernen', 'Remove'],
    'bad-anchor': [
      'Das ist weder Schlüssel noch Fingerabdruck noch Prüfpunkt.',
      'This is no key, no fingerprint and no checkpoint.',
    ],
    result: ['Ergebnis', 'Result'],
    waiting: ['Noch ist keine Datei gewählt.', 'No file is chosen yet.'],
    reading: ['Wird geprüft … {percent} %', 'Verifying … {percent} %'],
    failed: [
      'Die Datei ist nicht lesbar. Wählen Sie sie noch einmal.',
      'The file cannot be read. Choose it again.',
    ],
    fits: ['Das passt zusammen', 'This fits together'],
    proved: ['Das ist bewiesen', 'This is proved'],
    'not-proved': ['Das ist nicht bewiesen', 'This is not proved'],
    details: ['Einzelheiten', 'Details'],
    next: ['Was jetzt zu tun ist', 'What to do now'],
    keep: [
      'Diese Seite als Datei behalten: Sie geht ohne Netz',
      'Keep this page as a file: it needs no network',
    ],
    language: ['Sprache', 'Language'],
  },
  title: {
    green: {
      export: ['Echt und unverändert', 'Genuine and unchanged'],
      proof: ['Der Eintrag steht im Protokoll', 'The entry is in the log'],
    },
    amber: {
      export: ['Unverändert, aber von wem, sagt niemand', 'Unchanged, but nobody says whose it is'],
      proof: [
        'Stimmt in sich, aber von wem es ist, sagt niemand',
        'It fits together, but nobody says whose it is',
      ],
    },
    older: ['Unverändert, aber älter als Ihr Prüfpunkt', 'Unchanged, but older than your checkpoint'],
    partial: ['Echt, aber nicht der ganze Wortlaut ist da', 'Genuine, but not all of the wording is here'],
    red: ['Nicht echt oder beschädigt', 'Not genuine, or damaged'],
    forged: [
      'Abgelehnt: Ein anderer Schlüssel hat diese Datei unterschrieben',
      'Refused: another key signed this file',
    ],
    unsigned: [
      'Abgelehnt: Es fehlt eine Unterschrift, die Sie erwarten',
      'Refused: a signature that you expect is missing',
    ],
    none: ['Das lässt sich hier nicht prüfen', 'This cannot be verified here'],
  },
  next: {
    whose: [
      'Geben Sie den Schlüssel oder einen aufbewahrten Prüfpunkt ein. Holen Sie ihn beim Betreiber oder aus Ihren eigenen Unterlagen, nicht bei dem, der Ihnen die Datei gegeben hat.',
      'Enter the key or a kept checkpoint. Get it from the operator or your own records, not from whoever gave you the file.',
    ],
    older: [
      'Das allein ist keine Fälschung. Holen Sie einen neueren Export, oder vom Produkt den Beweis, dass das Protokoll dazwischen nur gewachsen ist.',
      'That alone is no forgery. Get a newer export, or from the product the proof that the log only grew in between.',
    ],
    partial: [
      'Was fehlt, ist gelöscht oder wird noch nicht herausgegeben. Brauchen Sie es, dann suchen Sie einen früheren Beleg oder Export, der es hat: Er gilt weiterhin.',
      'What is missing was erased, or is not handed out yet. If you need it, look for an earlier Beleg or export that has it: that one still holds.',
    ],
    red: [
      [
        'Verlassen Sie sich nicht auf das, was in der Datei steht.',
        'Heben Sie sie unverändert auf: Sie kann ein Beweismittel sein.',
        'Fordern Sie sie neu an, bei den Verantwortlichen des Workspace und auf einem Weg, den Sie kennen.',
      ],
      [
        'Do not rely on what the file says.',
        'Keep it as it is: it may be evidence.',
        'Ask for it anew, from whoever is responsible for the workspace, by a way that you know.',
      ],
    ],
  },
  proved: {
    ...belegTable.proved,
    key: [
      'Der Schlüssel, den Sie kennen, hat diese Datei unterschrieben.',
      'The key that you know signed this file.',
    ],
    'tree-key': [
      'Der Schlüssel, den Sie kennen, hat den Stand des Protokolls unterschrieben.',
      'The key that you know signed the state of the log.',
    ],
    whole: [
      'Das ganze Protokoll ist da, so wie es beim Export war: {entries|Eintrag|Einträge}. Keiner wurde verändert, verschoben, hinzugefügt oder entfernt.',
      'All {entries|entry|entries} that the log had at the export are here. None was changed, moved, added or removed.',
    ],
    filtered: [
      'So wurde exportiert: {entries|Eintrag|Einträge}, unverändert.',
      'These {entries|entry|entries} are as they were exported.',
    ],
    tied: [
      'Unterschriften von Geräten: {signatures}, jede vom Schlüssel, der dabeisteht, und genau für den Wortlaut in der Datei.',
      'Signatures by devices: {signatures}, each by the key that stands beside it, over exactly the wording in the file.',
    ],
    signatures: [
      'Unterschriften von Geräten: {signatures}, jede vom Schlüssel, der dabeisteht, und für das, worum es im Eintrag geht. Vom Wortlaut ist nur die Prüfsumme da.',
      'Signatures by devices: {signatures}, each by the key that stands beside it, for what the entry is about. Of the wording only the checksum is here.',
    ],
    'no-signatures': [
      'Keinen dieser Einträge hat ein Gerät unterschrieben.',
      'No device signed any of these entries.',
    ],
    kept: [
      'Bis Eintrag {sequence} ist alles noch wie in Ihrem aufbewahrten Prüfpunkt.',
      'Everything up to entry {sequence} is still as in the checkpoint that you kept.',
    ],
    entry: [
      'Eintrag {sequence} steht im Protokoll mit {size|Eintrag|Einträgen}.',
      'Entry {sequence} is in the log of {size|entry|entries}.',
    ],
  },
  notProved: {
    ...belegTable.notProved,
    'no-anchor': [
      `${WHOSE_DE} Sie haben nichts von anderswo eingegeben.`,
      `${WHOSE_EN} You have entered nothing from elsewhere.`,
    ],
    'other-anchor': [
      `${WHOSE_DE} Was Sie eingegeben haben, gilt für andere Arten von Dateien.`,
      `${WHOSE_EN} What you have entered is for files of another sort.`,
    ],
    names: [
      'Wem die Schlüssel der Geräte gehören. Dass die Namen zu ihnen gehören, sagt das Produkt.',
      'Whose the keys of the devices are. That the names belong to them, the product says.',
    ],
    'which-text': [
      'Welcher Wortlaut unterschrieben wurde, wo er gelöscht ist oder fehlt.',
      'Which wording was signed where it is erased or missing.',
    ],
    others: [
      'Was in anderen Einträgen steht und wie viele es noch gibt.',
      'What other entries say, and how many there are besides.',
    ],
    'no-witness': [
      'Dass alle dasselbe Protokoll sehen. Das sieht nur ein Zeuge von außen.',
      'That everybody is shown the same log. Only a witness outside sees that.',
    ],
    'no-time-stamp': CLOCK,
    before: [
      'Wie das Protokoll vor diesem Export war. Das zeigt nur ein aufbewahrter Prüfpunkt.',
      'What the log was before this export. Only a checkpoint that you kept shows that.',
    ],
    since: [
      'Ob das Protokoll von hier bis zu Ihrem Prüfpunkt nur gewachsen ist.',
      'Whether the log only grew from here to your checkpoint.',
    ],
    meaning: [
      'Was im Eintrag steht. Ein Beweis hat nur seine Prüfsumme.',
      'What the entry says. A proof has its checksum alone.',
    ],
  },
  details: {
    workspace: ['Workspace', 'Workspace'],
    at: ['Erstellt', 'Made'],
    'key-id': ['Schlüssel-ID', 'Key id'],
    log: ['Protokoll', 'Log'],
    hash: ['Prüfsumme des neuesten Eintrags', 'Checksum of the newest entry'],
    'entry-hash': ['Prüfsumme des Eintrags', 'Checksum of the entry'],
    page: ['Passkeys unterschrieben auf', 'Passkeys signed on'],
    'time-stamp': ['Zeitstempel', 'Time stamp'],
  },
}

export const words = byLanguage(table)
