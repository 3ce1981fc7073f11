import { createTexts } from '../texts/create-texts.ts'

const types = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'application/xml': 'XML',
}

export const fileTexts = createTexts(
  {
    title: 'Files',
    types,
    show: 'Show',
    hide: 'Hide',
    save: 'Download',
    showOf: (name: string) => `Show ${name}`,
    hideOf: (name: string) => `Hide ${name}`,
    saveOf: (name: string) => `Download ${name}`,
    loading: 'Loading …',
    saved: 'Downloaded. It is the file of this request.',
    erased: 'Deleted',
    other: 'This is not the file of this request. Do not rely on it, and tell an admin.',
    hash: 'SHA-256',
  },
  {
    title: 'Dateien',
    types,
    show: 'Anzeigen',
    hide: 'Ausblenden',
    save: 'Herunterladen',
    showOf: (name) => `${name} anzeigen`,
    hideOf: (name) => `${name} ausblenden`,
    saveOf: (name) => `${name} herunterladen`,
    loading: 'Wird geladen …',
    saved: 'Heruntergeladen. Es ist die Datei dieser Anfrage.',
    erased: 'Gelöscht',
    other:
      'Das ist nicht die Datei dieser Anfrage. Verlassen Sie sich nicht darauf und informieren Sie einen Admin.',
    hash: 'SHA-256',
  },
)
