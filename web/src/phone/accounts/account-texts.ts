import { createTexts } from '#shared/texts/create-texts.ts'

/** Of the account page alone, so that the first screen does without. */
export const accountTexts = createTexts(
  {
    openAccount: 'Account settings',
    openAccountHint: 'Language of mails, ways to log in.',
    openNotifications: 'Notifications',
    openNotificationsHint: 'Be told on this device what waits for you.',
    sessions: {
      title: 'Where else you are signed in',
      none: 'You are signed in nowhere else.',
      unknown: 'Unknown device',
      lastUsed: (at: string) => `Last used ${at}`,
      hint: 'They end at once and ask for the password. Devices that sign approvals stay set up.',
      end: 'Sign out everywhere else',
      ending: 'Signing out…',
    },
  },
  {
    openAccount: 'Kontoeinstellungen',
    openAccountHint: 'Sprache der E-Mails, Wege zur Anmeldung.',
    openNotifications: 'Mitteilungen',
    openNotificationsHint: 'Auf diesem Gerät erfahren, was auf Sie wartet.',
    sessions: {
      title: 'Wo Sie sonst angemeldet sind',
      none: 'Sie sind sonst nirgends angemeldet.',
      unknown: 'Unbekanntes Gerät',
      lastUsed: (at) => `Zuletzt benutzt ${at}`,
      hint: 'Dort wird sofort abgemeldet und beim nächsten Mal nach dem Passwort gefragt. Geräte, die Freigaben signieren, bleiben eingerichtet.',
      end: 'Überall sonst abmelden',
      ending: 'Abmeldung läuft …',
    },
  },
)
