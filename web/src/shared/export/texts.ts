import { createTexts } from '../texts/create-texts.ts'

export const exportTexts = createTexts(
  {
    export: 'Export',
    running: (size: string) => `Exporting … ${size}`,
    cancel: 'Cancel the export',
    done: (name: string) => `${name} is complete.`,
    cancelled: 'The export was cancelled.',
    failed: 'The export failed: ',
  },
  {
    export: 'Exportieren',
    running: (size) => `Wird exportiert … ${size}`,
    cancel: 'Export abbrechen',
    done: (name) => `${name} ist vollständig.`,
    cancelled: 'Der Export wurde abgebrochen.',
    failed: 'Der Export ist gescheitert: ',
  },
)
