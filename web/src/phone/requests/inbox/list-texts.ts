import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of the request lists. */
export const listTexts = createTexts(
  {
    ownTitle: 'My requests',
    ownNone: 'You have not sent any requests here yet.',
    all: 'All requests',
    newRequest: 'New request',
    noWorkspace: 'You are not in any active workspace. Ask an admin for an invitation.',
    enrolFirst: {
      none: 'Before you can sign, set up this device with your fingerprint, your face or a PIN.',
      disabled: 'This device is disabled after too many wrong PINs.',
      removed: 'This device was removed from your account. To sign, set it up again.',
    },
    listTitle: 'Requests',
    asked: 'Sent by me',
    addressed: 'Sent to me',
    show: 'Show',
    type: 'Type',
    types: { all: 'All', approval: 'Approvals', verification: 'Call checks' },
    result: 'Result',
    results: {
      all: { pending: 'Open', approved: 'Positive', declined: 'Negative' },
      approval: { pending: 'Open', approved: 'Approved', declined: 'Not approved' },
      verification: { pending: 'Open', approved: 'Verified', declined: 'Not verified' },
    },
    noneOfThese: 'No requests match these filters.',
    check: 'Call check',
    askedNone: 'You have not sent any requests in this workspace yet.',
    addressedNone:
      'Nobody in this workspace has sent you a request by name yet, and you have not decided any.',
    several: {
      start: 'Withdraw several',
      question: 'Which ones do you want to withdraw? Nobody can answer them after that.',
      withdraw: (count: number) => (count === 1 ? 'Withdraw 1 request' : `Withdraw ${count} requests`),
      ended: (count: number) =>
        count === 1
          ? '1 of them was decided meanwhile and stays as it is.'
          : `${count} of them were decided meanwhile and stay as they are.`,
    },
  },
  {
    ownTitle: 'Eigene Anfragen',
    ownNone: 'Sie haben hier noch keine Anfragen gestellt.',
    all: 'Alle Anfragen',
    newRequest: 'Neue Anfrage',
    noWorkspace: 'Sie sind in keinem aktiven Workspace. Bitten Sie einen Admin um eine Einladung.',
    enrolFirst: {
      none: 'Bevor Sie signieren können, richten Sie dieses Gerät ein: mit Fingerabdruck, Gesicht oder PIN.',
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
    noneOfThese: 'Keine Anfragen passen zu diesen Filtern.',
    check: 'Anrufprüfung',
    askedNone: 'Sie haben in diesem Workspace noch keine Anfragen gestellt.',
    addressedNone:
      'In diesem Workspace ist noch keine Anfrage direkt an Sie gerichtet, und Sie haben noch über keine entschieden.',
    several: {
      start: 'Mehrere zurückziehen',
      question: 'Welche Anfragen möchten Sie zurückziehen? Danach kann niemand mehr antworten.',
      withdraw: (count) => (count === 1 ? '1 Anfrage zurückziehen' : `${count} Anfragen zurückziehen`),
      ended: (count) =>
        count === 1
          ? 'Über 1 davon wurde inzwischen entschieden. Sie bleibt, wie sie ist.'
          : `Über ${count} davon wurde inzwischen entschieden. Sie bleiben, wie sie sind.`,
    },
  },
)
