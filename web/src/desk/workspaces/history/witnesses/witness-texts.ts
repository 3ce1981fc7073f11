import { createTexts } from '#shared/texts/create-texts.ts'

export const witnessTexts = createTexts(
  {
    seenBy: 'Seen from outside by',
    seen: (name: string, size: number, ago: string) => `${name}, ${size} entries, ${ago}`,
    justNow: 'just now',
    contradicted: (name: string, at: string) =>
      `${name} has seen another history of this log (${at}). Somebody changed the past, or newer entries are lost. Keep the checkpoint that you have, ask ${name} for theirs, and tell who runs this installation.`,
    troubles: {
      unreached: (since: string) => `not reached since ${since}`,
      unknown: (since: string) => `does not watch this log, asked since ${since}`,
      refused: (since: string) => `has refused since ${since}`,
      contradicted: (since: string) => `has seen another history, since ${since}`,
      unproved: (since: string) => `cannot be shown since ${since}: entries are missing`,
    },
    stamped: (authority: string, size: number, ago: string) =>
      `Time stamp by ${authority}: ${size} entries, ${ago}`,
    unstamped: 'No time stamp yet',
    stampTroubles: {
      unreached: (since: string) => `the authority was not reached since ${since}`,
      refused: (since: string) => `the authority has refused since ${since}`,
      invalid: (since: string) => `since ${since} what comes back is no stamp of this log`,
      unproved: (since: string) => `cannot be stamped since ${since}: entries are missing`,
    },
  },
  {
    seenBy: 'Von außen gesehen von',
    seen: (name, size, ago) => `${name}, ${size} Einträge, ${ago}`,
    justNow: 'gerade eben',
    contradicted: (name, at) =>
      `${name} hat einen anderen Verlauf dieses Protokolls gesehen (${at}). Jemand hat Vergangenes geändert, oder neuere Einträge sind verloren. Bewahren Sie Ihren Prüfpunkt auf, lassen Sie sich den von ${name} geben, und sagen Sie es dem Betreiber.`,
    troubles: {
      unreached: (since) => `nicht erreicht seit ${since}`,
      unknown: (since) => `beobachtet dieses Protokoll nicht, gefragt seit ${since}`,
      refused: (since) => `lehnt ab seit ${since}`,
      contradicted: (since) => `hat einen anderen Verlauf gesehen, seit ${since}`,
      unproved: (since) => `nicht gezeigt seit ${since}: Einträge fehlen`,
    },
    stamped: (authority, size, ago) => `Zeitstempel von ${authority}: ${size} Einträge, ${ago}`,
    unstamped: 'Noch kein Zeitstempel',
    stampTroubles: {
      unreached: (since) => `der Zeitstempeldienst ist seit ${since} nicht erreichbar`,
      refused: (since) => `der Zeitstempeldienst lehnt seit ${since} ab`,
      invalid: (since) => `seit ${since} kommt kein gültiger Stempel für dieses Protokoll zurück`,
      unproved: (since) => `nicht gestempelt seit ${since}: Einträge fehlen`,
    },
  },
)
