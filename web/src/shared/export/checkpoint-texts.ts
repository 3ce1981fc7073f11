import { createTexts } from '../texts/create-texts.ts'

export const checkpointTexts = createTexts(
  {
    title: 'Checkpoint',
    text: 'The signed state of the audit log. Store it outside this product. A later JSONL export must contain this entry with this hash. If it does, no earlier entry has been removed, added, moved or replaced.',
    loading: 'Loading the checkpoint …',
    sequence: 'Newest entry',
    hash: 'Its hash',
    at: 'Signed at',
    keyId: 'Key',
    publicKey: 'Public key',
    signature: 'Signature',
    copy: 'Copy the checkpoint',
    copied: 'Copied.',
    verify: 'Verify an export',
  },
  {
    title: 'Prüfpunkt',
    text: 'Der signierte Stand des Protokolls. Bewahren Sie ihn außerhalb dieses Produkts auf: Ein späterer JSONL-Export muss diesen Eintrag mit diesem Hash enthalten. Tut er das, so wurde davor seither kein Eintrag entfernt, eingefügt, verschoben oder ausgetauscht.',
    loading: 'Der Prüfpunkt wird geladen …',
    sequence: 'Neuester Eintrag',
    hash: 'Sein Hash',
    at: 'Unterschrieben am',
    keyId: 'Schlüssel',
    publicKey: 'Öffentlicher Schlüssel',
    signature: 'Unterschrift',
    copy: 'Prüfpunkt kopieren',
    copied: 'Kopiert.',
    verify: 'Einen Export prüfen',
  },
)
