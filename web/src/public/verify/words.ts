import type { Detail, NotProved, Proved } from './outcome.ts'

/** What the page says. `{name}` is filled in; `{name|one|other}` is the number with the noun that belongs to it. */

export type Language = 'de' | 'en'

type PageWords = {
  readonly page: Readonly<Record<PageText, string>>
  readonly title: {
    readonly green: Readonly<Record<'export' | 'proof', string>>
    readonly amber: Readonly<Record<'export' | 'proof', string>>
    readonly red: string
    /** Refused for its key, not for what it says. */
    readonly forged: string
    readonly none: string
  }
  readonly next: { readonly amber: string; readonly red: readonly string[] }
  readonly proved: Readonly<Record<Proved, string>>
  readonly notProved: Readonly<Record<NotProved, string>>
  readonly details: Readonly<Record<Detail, string>>
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
  | 'keep-why'
  | 'language'

const en: PageWords = {
  page: {
    title: 'Verify a file',
    lead: 'Is this export or this proof genuine, and unchanged? Your browser finds out by itself. Nothing leaves this device.',
    file: 'The file',
    choose: 'Choose a file',
    drop: 'or drop it here: an export (JSONL), or the proof of an entry (JSON)',
    anchor: 'What you have from elsewhere',
    'anchor-why':
      'Anybody can sign a file with a key of their own. Only something that you did not get with the file says whose it is: a checkpoint that you kept, or the key that the operator publishes.',
    key: 'Key or key id',
    'key-hint': 'Several are separated by spaces',
    kept: 'Choose a kept checkpoint',
    'kept-none': 'None is chosen',
    remove: 'Remove',
    'bad-anchor': 'This is no key, no key id and no checkpoint.',
    result: 'Result',
    waiting: 'No file is chosen yet.',
    reading: 'Verifying … {percent} %',
    failed: 'The file cannot be read. Choose it again.',
    fits: 'This fits together',
    proved: 'This is proved',
    'not-proved': 'This is not proved',
    details: 'Details',
    next: 'What to do now',
    keep: 'Keep this page as a file',
    'keep-why': 'It works without a network, for as long as there are browsers.',
    language: 'Language',
  },
  title: {
    green: { export: 'Genuine and unchanged', proof: 'The entry is in the log' },
    amber: {
      export: 'Unchanged, but nobody says whose it is',
      proof: 'It fits together, but nobody says whose it is',
    },
    red: 'Not genuine, or damaged',
    forged: 'Refused: another key signed this file',
    none: 'This cannot be verified here',
  },
  next: {
    amber:
      'Enter the key or a kept checkpoint. Get it from the operator or your own records, not from whoever gave you the file.',
    red: [
      'Do not rely on what the file says.',
      'Keep it as it is: it may be evidence.',
      'Ask for it anew, from whoever is responsible for the workspace, by a way that you know.',
    ],
  },
  proved: {
    key: 'The key that you know signed this file.',
    'tree-key': 'The key that you know signed the state of the log.',
    whole:
      'All {entries|entry|entries} of the log are here, from the first to the newest. None was changed, moved, added or removed.',
    filtered: 'These {entries|entry|entries} are as they were exported.',
    signatures:
      '{signatures|signature|signatures} by devices: each is by the key that stands beside it, for what that entry is about.',
    'no-signatures': 'No device signed any of these entries.',
    kept: 'Everything up to entry {sequence} is still as in the checkpoint that you kept.',
    entry: 'Entry {sequence} is in the log of {size|entry|entries}.',
  },
  notProved: {
    'no-anchor': 'Whose file it is. You have entered nothing from elsewhere.',
    'other-anchor': 'Whose file it is. What you have entered is for files of another sort.',
    'whose-keys': 'Whose the keys of the devices are. That the names belong to them, the product says.',
    'which-text': 'Which wording was signed. An export has its checksum, not the text.',
    others: 'What other entries say, and how many there are besides.',
    'split-view': 'That everybody is shown the same log. Only a witness outside sees that.',
    time: 'When it was, other than by the clock of the product.',
    before: 'What the log was before this export. Only a checkpoint that you kept shows that.',
    meaning: 'What the entry says. A proof has its checksum alone.',
  },
  details: {
    workspace: 'Workspace',
    at: 'Made',
    'key-id': 'Key id',
    log: 'Log',
    hash: 'Checksum of the newest entry',
    'entry-hash': 'Checksum of the entry',
    page: 'Passkeys signed on',
  },
}

const de: PageWords = {
  page: {
    title: 'Eine Datei prüfen',
    lead: 'Ist dieser Export oder dieser Beweis echt und unverändert? Das stellt Ihr Browser selbst fest. Nichts verlässt dieses Gerät.',
    file: 'Die Datei',
    choose: 'Datei wählen',
    drop: 'oder hier ablegen: einen Export (JSONL) oder den Beweis eines Eintrags (JSON)',
    anchor: 'Was Sie von anderswo haben',
    'anchor-why':
      'Jeder kann eine Datei mit einem eigenen Schlüssel unterschreiben. Von wem sie ist, sagt nur etwas, das Sie nicht mit ihr bekommen haben: ein aufbewahrter Prüfpunkt oder der Schlüssel, den der Betreiber veröffentlicht.',
    key: 'Schlüssel oder Schlüssel-ID',
    'key-hint': 'Mehrere durch Leerzeichen trennen',
    kept: 'Aufbewahrten Prüfpunkt wählen',
    'kept-none': 'Keiner gewählt',
    remove: 'Entfernen',
    'bad-anchor': 'Das ist weder Schlüssel noch Schlüssel-ID noch Prüfpunkt.',
    result: 'Ergebnis',
    waiting: 'Noch ist keine Datei gewählt.',
    reading: 'Wird geprüft … {percent} %',
    failed: 'Die Datei ist nicht lesbar. Wählen Sie sie noch einmal.',
    fits: 'Das passt zusammen',
    proved: 'Das ist bewiesen',
    'not-proved': 'Das ist nicht bewiesen',
    details: 'Einzelheiten',
    next: 'Was jetzt zu tun ist',
    keep: 'Diese Seite als Datei behalten',
    'keep-why': 'Sie funktioniert ohne Netz, solange es Browser gibt.',
    language: 'Sprache',
  },
  title: {
    green: { export: 'Echt und unverändert', proof: 'Der Eintrag steht im Protokoll' },
    amber: {
      export: 'Unverändert, aber von wem, sagt niemand',
      proof: 'Stimmt in sich, aber von wem es ist, sagt niemand',
    },
    red: 'Nicht echt oder beschädigt',
    forged: 'Abgelehnt: Ein anderer Schlüssel hat diese Datei unterschrieben',
    none: 'Das lässt sich hier nicht prüfen',
  },
  next: {
    amber:
      'Geben Sie den Schlüssel oder einen aufbewahrten Prüfpunkt ein. Holen Sie ihn beim Betreiber oder aus Ihren eigenen Unterlagen, nicht bei dem, der Ihnen die Datei gegeben hat.',
    red: [
      'Verlassen Sie sich nicht auf das, was in der Datei steht.',
      'Heben Sie sie unverändert auf: Sie kann ein Beweismittel sein.',
      'Fordern Sie sie neu an, bei den Verantwortlichen des Workspace und auf einem Weg, den Sie kennen.',
    ],
  },
  proved: {
    key: 'Der Schlüssel, den Sie kennen, hat diese Datei unterschrieben.',
    'tree-key': 'Der Schlüssel, den Sie kennen, hat den Stand des Protokolls unterschrieben.',
    whole:
      'Das ganze Protokoll ist da, vom ersten bis zum neuesten Eintrag: {entries|Eintrag|Einträge}. Keiner wurde verändert, verschoben, hinzugefügt oder entfernt.',
    filtered: 'So wurde exportiert: {entries|Eintrag|Einträge}, unverändert.',
    signatures:
      '{signatures|Unterschrift|Unterschriften} von Geräten: jede vom Schlüssel, der dabeisteht, und für das, worum es im Eintrag geht.',
    'no-signatures': 'Keinen dieser Einträge hat ein Gerät unterschrieben.',
    kept: 'Bis Eintrag {sequence} ist alles noch wie in Ihrem aufbewahrten Prüfpunkt.',
    entry: 'Eintrag {sequence} steht im Protokoll: {size|Eintrag|Einträge}.',
  },
  notProved: {
    'no-anchor': 'Von wem die Datei ist. Sie haben nichts von anderswo eingegeben.',
    'other-anchor': 'Von wem die Datei ist. Was Sie eingegeben haben, gilt für andere Arten von Dateien.',
    'whose-keys': 'Wem die Schlüssel der Geräte gehören. Dass die Namen zu ihnen gehören, sagt das Produkt.',
    'which-text': 'Welcher Wortlaut unterschrieben wurde. Ein Export hat die Prüfsumme, nicht den Text.',
    others: 'Was in anderen Einträgen steht und wie viele es noch gibt.',
    'split-view': 'Dass alle dasselbe Protokoll sehen. Das sieht nur ein Zeuge von außen.',
    time: 'Wann es war, außer nach der Uhr des Produkts.',
    before: 'Wie das Protokoll vor diesem Export war. Das zeigt nur ein aufbewahrter Prüfpunkt.',
    meaning: 'Was im Eintrag steht. Ein Beweis hat nur seine Prüfsumme.',
  },
  details: {
    workspace: 'Workspace',
    at: 'Erstellt',
    'key-id': 'Schlüssel-ID',
    log: 'Protokoll',
    hash: 'Prüfsumme des neuesten Eintrags',
    'entry-hash': 'Prüfsumme des Eintrags',
    page: 'Passkeys unterschrieben auf',
  },
}

export const words: Readonly<Record<Language, PageWords>> = { de, en }

/** Fills in what is given, with numbers as the language writes them. */
export const filled = (
  text: string,
  given: Readonly<Record<string, string | number>>,
  language: Language,
): string =>
  text.replaceAll(/\{(\w+)(?:\|([^|}]+)\|([^|}]+))?\}/g, (_, name: string, one?: string, other?: string) => {
    const value = given[name] ?? ''
    const shown = typeof value === 'number' ? value.toLocaleString(language) : value
    return one === undefined ? shown : `${shown} ${value === 1 ? one : other}`
  })
