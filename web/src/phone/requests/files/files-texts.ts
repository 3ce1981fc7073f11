import { createTexts } from '#shared/texts/create-texts.ts'

export const filesTexts = createTexts(
  {
    label: 'Files',
    add: 'Add files',
    hint: 'Optional: PDF, PNG, JPEG or XML, up to 10 files of 10 MiB each, 25 MiB in all',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    uploading: (name: string) => `Uploading ${name} …`,
    faults: {
      size: (name: string) => `${name} is larger than 10 MiB.`,
      total: (name: string) => `${name} was left out: all files together may have 25 MiB.`,
      count: (name: string) => `${name} was left out: a request has at most 10 files.`,
      name: (name: string) => `${name} was not accepted: its name holds characters that are not allowed.`,
      type: (name: string) => `${name} is neither a PDF nor a PNG, JPEG or XML file.`,
      other: (name: string) => `${name} did not arrive as it was sent. Please add it again.`,
      refused: (name: string, why: string) => `${name} was not uploaded. ${why}`,
      until: (time: string) => `You can upload again by ${time} at the latest.`,
    },
  },
  {
    label: 'Dateien',
    add: 'Dateien hinzufügen',
    hint: 'Freiwillig: PDF, PNG, JPEG oder XML, bis zu 10 Dateien mit je 10 MiB, zusammen 25 MiB',
    remove: 'Entfernen',
    removeOf: (name) => `${name} entfernen`,
    uploading: (name) => `${name} wird hochgeladen …`,
    faults: {
      size: (name) => `${name} ist größer als 10 MiB.`,
      total: (name) => `${name} wurde ausgelassen: Alle Dateien zusammen dürfen 25 MiB haben.`,
      count: (name) => `${name} wurde ausgelassen: Eine Anfrage hat höchstens 10 Dateien.`,
      name: (name) => `${name} wurde nicht angenommen: Der Name enthält Zeichen, die nicht erlaubt sind.`,
      type: (name) => `${name} ist weder eine PDF- noch eine PNG-, JPEG- oder XML-Datei.`,
      other: (name) =>
        `${name} ist nicht so angekommen, wie es gesendet wurde. Bitte fügen Sie es erneut hinzu.`,
      refused: (name, why) => `${name} wurde nicht hochgeladen. ${why}`,
      until: (time) => `Spätestens ${time} können Sie wieder hochladen.`,
    },
  },
)
