import { createTexts } from '#shared/texts/create-texts.ts'

export const devicesTexts = createTexts(
  {
    title: 'Devices that sign',
    loading: 'Loading devices…',
    none: 'You have not set up a device yet.',
    since: (day: string) => `set up on ${day}`,
    disabled: 'disabled',
    waits: 'A device that waits cannot sign yet. You did not set it up? Stop it, and change your password.',
    open: 'Set up or remove devices',
  },
  {
    title: 'Geräte, die signieren',
    loading: 'Geräte werden geladen …',
    none: 'Sie haben noch kein Gerät eingerichtet.',
    since: (day) => `eingerichtet am ${day}`,
    disabled: 'gesperrt',
    waits:
      'Ein Gerät, das wartet, kann noch nicht signieren. Sie haben es nicht eingerichtet? Stoppen Sie es, und ändern Sie Ihr Passwort.',
    open: 'Geräte einrichten oder entfernen',
  },
)
