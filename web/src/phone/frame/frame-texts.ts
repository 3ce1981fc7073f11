import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts around every screen of the phone. */
export const frameTexts = createTexts(
  {
    navigation: 'Main',
    home: 'Inbox',
    waiting: (count: number, hasMore: boolean) =>
      count === 1 ? '1 request waits' : `${hasMore ? 'more than ' : ''}${count} requests wait`,
    newRequest: 'New',
    requests: 'Requests',
    account: 'Account',
    back: 'Back',
    offlineTitle: 'No connection',
    offline: 'Approving and declining is only possible online.',
    today: 'Today',
    asOf: (time: string) => `As of ${time}`,
    failed: 'This could not be loaded.',
    notKept: 'This appears as soon as there is a connection.',
    notFoundTitle: 'Page not found',
    notFoundText: 'There is nothing at this address. Perhaps the link is incomplete.',
    toHome: 'To the inbox',
  },
  {
    navigation: 'Hauptbereiche',
    home: 'Eingang',
    waiting: (count, hasMore) =>
      count === 1 ? '1 Anfrage wartet' : `${hasMore ? 'mehr als ' : ''}${count} Anfragen warten`,
    newRequest: 'Neu',
    requests: 'Anfragen',
    account: 'Konto',
    back: 'Zurück',
    offlineTitle: 'Keine Verbindung',
    offline: 'Freigeben und Ablehnen ist nur online möglich.',
    today: 'Heute',
    asOf: (time) => `Stand ${time} Uhr`,
    failed: 'Das konnte nicht geladen werden.',
    notKept: 'Das erscheint, sobald wieder eine Verbindung besteht.',
    notFoundTitle: 'Seite nicht gefunden',
    notFoundText: 'Unter dieser Adresse gibt es nichts. Vielleicht ist der Link unvollständig.',
    toHome: 'Zum Eingang',
  },
)
