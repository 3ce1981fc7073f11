import { createTexts } from '../texts/create-texts.ts'

export const checkpointTexts = createTexts(
  {
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
  {
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
)
