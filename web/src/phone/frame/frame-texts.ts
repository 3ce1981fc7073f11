import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the frame around every screen. */
export const frameTexts = createTexts(
  {
    navigation: 'Main',
    home: 'Inbox',
    waiting: (count: number, hasMore: boolean) =>
      count === 1 ? '1 request waiting' : `${hasMore ? 'more than ' : ''}${count} requests waiting`,
    newRequest: 'New',
    requests: 'Requests',
    account: 'Account',
    back: 'Back',
    offlineTitle: 'No connection',
    offline: 'You can approve or decline only while you are online.',
    today: 'Today',
    asOf: (time: string) => `As of ${time}`,
    failed: 'This could not be loaded.',
    notKept: 'This appears as soon as you are back online.',
    notFoundTitle: 'Page not found',
    notFoundText: 'There is no page at this address. The link may be incomplete.',
    toHome: 'Go to inbox',
  },
  {
    navigation: 'Hauptnavigation',
    home: 'Eingang',
    waiting: (count, hasMore) =>
      count === 1 ? '1 Anfrage wartet' : `${hasMore ? 'mehr als ' : ''}${count} Anfragen warten`,
    newRequest: 'Neu',
    requests: 'Anfragen',
    account: 'Konto',
    back: 'Zurück',
    offlineTitle: 'Keine Verbindung',
    offline: 'Freigeben und ablehnen können Sie nur online.',
    today: 'Heute',
    asOf: (time) => `Stand ${time} Uhr`,
    failed: 'Das konnte nicht geladen werden.',
    notKept: 'Das erscheint, sobald Sie wieder online sind.',
    notFoundTitle: 'Seite nicht gefunden',
    notFoundText: 'Unter dieser Adresse gibt es keine Seite. Vielleicht ist der Link unvollständig.',
    toHome: 'Zum Eingang',
  },
)
