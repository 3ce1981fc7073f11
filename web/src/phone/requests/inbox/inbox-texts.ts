import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the inbox, which the app loads first. */
export const inboxTexts = createTexts(
  {
    title: 'Inbox',
    waitingForMe: (count: number, hasMore: boolean) =>
      count === 1
        ? '1 request is waiting for you'
        : `${hasMore ? 'More than ' : ''}${count} requests are waiting for you`,
    find: 'Search and sort',
    empty: 'No open requests',
    emptyHint: 'New requests appear here automatically.',
    decideSeveral: 'Decide several',
    checkACall: 'Check a call',
    pushOff: 'Notifications are off on this device: a question reaches you only while this page is open.',
    turnPushOn: 'Turn on notifications',
    more: 'Load more',
    loadingMore: 'Loading…',
  },
  {
    title: 'Eingang',
    waitingForMe: (count, hasMore) =>
      count === 1
        ? '1 Anfrage wartet auf Sie'
        : `${hasMore ? 'Mehr als ' : ''}${count} Anfragen warten auf Sie`,
    find: 'Suchen und ordnen',
    empty: 'Keine offenen Anfragen',
    emptyHint: 'Neue Anfragen erscheinen hier automatisch.',
    decideSeveral: 'Mehrere entscheiden',
    checkACall: 'Anruf prüfen',
    pushOff:
      'Mitteilungen sind auf diesem Gerät aus: Eine Frage erreicht Sie nur, solange diese Seite offen ist.',
    turnPushOn: 'Mitteilungen einschalten',
    more: 'Mehr laden',
    loadingMore: 'Wird geladen …',
  },
)
