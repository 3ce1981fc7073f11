import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the phone's inbox and of the lists of own requests. */
export const inboxTexts = createTexts(
  {
    title: 'Inbox',
    waitingForMe: (count: number, hasMore: boolean) =>
      count === 1
        ? '1 request waits for you'
        : `${hasMore ? 'More than ' : ''}${count} requests wait for you`,
    empty: 'No open requests',
    emptyHint: 'New ones appear here by themselves while this page is open.',
    ownTitle: 'My requests',
    ownNone: 'You have not asked for anything here yet.',
    all: 'All requests',
    newRequest: 'New request',
    noWorkspace: 'You belong to no active workspace. Ask an admin for an invitation.',
    enrolFirst: {
      none: 'Before you can sign, set up this device: with your finger, your face or a PIN.',
      disabled: 'This device is disabled after too many wrong PINs.',
      removed: 'This device was removed from your account. To sign, set it up again.',
    },
    listTitle: 'Requests',
    asked: 'Asked by me',
    addressed: 'Asked of me',
    show: 'Show',
    type: 'Kind',
    types: { all: 'All', approval: 'Approvals', verification: 'Call checks' },
    result: 'Result',
    results: {
      all: { pending: 'Open', approved: 'Positive', declined: 'Negative' },
      approval: { pending: 'Open', approved: 'Approved', declined: 'Not approved' },
      verification: { pending: 'Open', approved: 'Verified', declined: 'Not verified' },
    },
    noneOfThese: 'There are none of these.',
    check: 'Call check',
    askedNone: 'You have not asked for anything in this workspace yet.',
    addressedNone: 'Nobody in this workspace has asked you by name yet, and you have decided nothing.',
    more: 'Load more',
    loadingMore: 'Loading…',
  },
  {
    title: 'Eingang',
    waitingForMe: (count, hasMore) =>
      count === 1
        ? '1 Anfrage wartet auf Sie'
        : `${hasMore ? 'Mehr als ' : ''}${count} Anfragen warten auf Sie`,
    empty: 'Keine offenen Anfragen',
    emptyHint: 'Neue erscheinen hier von selbst, solange diese Seite offen ist.',
    ownTitle: 'Eigene Anfragen',
    ownNone: 'Sie haben hier noch nichts angefragt.',
    all: 'Alle Anfragen',
    newRequest: 'Neue Anfrage',
    noWorkspace: 'Sie gehören zu keinem aktiven Workspace. Bitten Sie einen Admin um eine Einladung.',
    enrolFirst: {
      none: 'Bevor Sie signieren können, richten Sie dieses Gerät ein: mit Finger, Gesicht oder einer PIN.',
      disabled: 'Dieses Gerät ist nach zu vielen falschen PINs gesperrt.',
      removed: 'Dieses Gerät wurde aus Ihrem Konto entfernt. Richten Sie es zum Signieren neu ein.',
    },
    listTitle: 'Anfragen',
    asked: 'Von mir gestellt',
    addressed: 'An mich gerichtet',
    show: 'Anzeigen',
    type: 'Art',
    types: { all: 'Alle', approval: 'Freigaben', verification: 'Anrufprüfungen' },
    result: 'Ergebnis',
    results: {
      all: { pending: 'Offen', approved: 'Positiv', declined: 'Negativ' },
      approval: { pending: 'Offen', approved: 'Freigegeben', declined: 'Ohne Freigabe' },
      verification: { pending: 'Offen', approved: 'Bestätigt', declined: 'Nicht bestätigt' },
    },
    noneOfThese: 'Davon gibt es keine.',
    check: 'Anrufprüfung',
    askedNone: 'Sie haben in diesem Workspace noch nichts angefragt.',
    addressedNone:
      'In diesem Workspace hat Sie noch niemand namentlich gefragt, und Sie haben nichts entschieden.',
    more: 'Mehr laden',
    loadingMore: 'Wird geladen …',
  },
)
