import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the account page, apart from the session texts so that the first screen loads without them. */
export const accountTexts = createTexts(
  {
    openAccount: 'Account settings',
    openAccountHint: 'E-mail language and sign-in methods.',
    openNotifications: 'Notifications',
    openNotificationsHint: 'Get notified on this device about requests that wait for you.',
    openCallBack: 'Call-back number',
    openCallBackHint: 'The number on which colleagues call you back.',
    sessions: {
      title: 'Signed in elsewhere',
      none: 'You are not signed in anywhere else.',
      unknown: 'Unknown device',
      lastUsed: (at: string) => `Last used ${at}`,
      hint: 'All other devices are signed out at once. Devices that sign approvals stay set up.',
      end: 'Sign out everywhere else',
      ending: 'Signing out…',
    },
  },
  {
    openAccount: 'Kontoeinstellungen',
    openAccountHint: 'Sprache der E-Mails und Anmeldemethoden.',
    openNotifications: 'Mitteilungen',
    openNotificationsHint: 'Auf diesem Gerät erfahren, wenn Anfragen auf Sie warten.',
    openCallBack: 'Rückrufnummer',
    openCallBackHint: 'Die Nummer, unter der man Sie zurückruft.',
    sessions: {
      title: 'Weitere Anmeldungen',
      none: 'Sie sind nirgendwo sonst angemeldet.',
      unknown: 'Unbekanntes Gerät',
      lastUsed: (at) => `Zuletzt benutzt ${at}`,
      hint: 'Alle anderen Geräte werden sofort abgemeldet. Geräte, die Freigaben signieren, bleiben eingerichtet.',
      end: 'Überall sonst abmelden',
      ending: 'Abmeldung läuft …',
    },
  },
)
