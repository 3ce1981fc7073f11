import type { ExportFormat } from '#contract/history-export.ts'
import { createTexts } from '../texts/create-texts.ts'

type Formats = Readonly<Record<ExportFormat, string>>

export const exportTexts = createTexts(
  {
    export: 'Export',
    all: 'The whole audit log',
    allOf: (count: number) => (count === 1 ? 'All 1 entry' : `All ${count.toLocaleString('en')} entries`),
    filtered: (count: number) =>
      count === 1 ? '1 entry, as filtered' : `${count.toLocaleString('en')} entries, as filtered`,
    filteredMore: (count: number) => `More than ${count.toLocaleString('en')} entries, as filtered`,
    formats: {
      csv: 'CSV, for a spreadsheet',
      jsonl: 'JSONL, to verify without us',
      pdf: 'PDF, to read',
    } satisfies Formats,
    tooLong: 'PDF: at most 10,000 entries, set filters',
    running: (size: string) => `Exporting … ${size}`,
    cancel: 'Cancel the export',
    done: (name: string) => `${name} is complete.`,
    cancelled: 'The export was cancelled.',
    failed: 'The export failed: ',
    checkpoint: {
      open: 'Checkpoint …',
      title: 'Checkpoint',
      text: 'The signed state of the audit log. Keep it outside of this product: a later JSONL export must contain this entry with this hash, which "npm run ops -- history verify" checks. It proves that nothing before it was changed, removed or added since.',
      loading: 'Loading the checkpoint …',
      sequence: 'Newest entry',
      hash: 'Its hash',
      at: 'Signed at',
      keyId: 'Key',
      publicKey: 'Public key',
      signature: 'Signature',
      copy: 'Copy the checkpoint',
      copied: 'Copied.',
    },
  },
  {
    export: 'Exportieren',
    all: 'Das ganze Protokoll',
    allOf: (count) => (count === 1 ? 'Alles: 1 Eintrag' : `Alle ${count.toLocaleString('de')} Einträge`),
    filtered: (count) =>
      count === 1 ? '1 Eintrag, wie gefiltert' : `${count.toLocaleString('de')} Einträge, wie gefiltert`,
    filteredMore: (count) => `Mehr als ${count.toLocaleString('de')} Einträge, wie gefiltert`,
    formats: {
      csv: 'CSV, für eine Tabelle',
      jsonl: 'JSONL, zum Nachprüfen ohne uns',
      pdf: 'PDF, zum Lesen',
    },
    tooLong: 'PDF: höchstens 10.000 Einträge, bitte filtern',
    running: (size) => `Wird exportiert … ${size}`,
    cancel: 'Export abbrechen',
    done: (name) => `${name} ist vollständig.`,
    cancelled: 'Der Export wurde abgebrochen.',
    failed: 'Der Export ist gescheitert: ',
    checkpoint: {
      open: 'Prüfpunkt …',
      title: 'Prüfpunkt',
      text: 'Der unterschriebene Stand des Protokolls. Bewahren Sie ihn außerhalb dieses Produkts auf: Ein späterer JSONL-Export muss diesen Eintrag mit diesem Hash enthalten, was „npm run ops -- history verify“ prüft. Er beweist, dass davor seither nichts geändert, entfernt oder eingefügt wurde.',
      loading: 'Der Prüfpunkt wird geladen …',
      sequence: 'Neuester Eintrag',
      hash: 'Sein Hash',
      at: 'Unterschrieben am',
      keyId: 'Schlüssel',
      publicKey: 'Öffentlicher Schlüssel',
      signature: 'Unterschrift',
      copy: 'Prüfpunkt kopieren',
      copied: 'Kopiert.',
    },
  },
)
