import { createTexts } from '#shared/texts/create-texts.ts'

export const decisionTexts = createTexts(
  {
    title: 'Your decision',
    approve: 'Approve',
    decline: 'Decline',
    preparing: 'Checking…',
    sign: 'Sign and approve',
    confirm: 'Confirm',
    signCheck: 'Sign and confirm',
    back: 'Back',
    declineQuestion: (who: string) => `Decline this request? ${who} will be notified.`,
    reason: 'Reason (optional)',
    reasonHint: 'All people involved can read it. It stays in the audit log.',
    declineConfirm: 'Yes, decline',
    declining: 'Declining…',
    enrolFirst: {
      none: 'To sign, first set up this device with your fingerprint, your face or a PIN. You come back here afterwards.',
      disabled:
        'This device is disabled after too many wrong PINs. Set it up again to sign. You come back here afterwards.',
      removed:
        'This device was removed from your account, so nothing was signed. Set it up again to sign. You come back here afterwards.',
    },
    declineWithout: 'You can decline without it.',
    noesWithout: 'The other answers need no device.',
    closed: 'Somebody else has already decided this request.',
  },
  {
    title: 'Ihre Entscheidung',
    approve: 'Freigeben',
    decline: 'Ablehnen',
    preparing: 'Wird geprüft …',
    sign: 'Signieren und freigeben',
    confirm: 'Bestätigen',
    signCheck: 'Signieren und bestätigen',
    back: 'Zurück',
    declineQuestion: (who) => `Diese Anfrage ablehnen? ${who} wird benachrichtigt.`,
    reason: 'Grund (freiwillig)',
    reasonHint: 'Alle Beteiligten können ihn lesen. Er bleibt im Protokoll.',
    declineConfirm: 'Ja, ablehnen',
    declining: 'Wird abgelehnt …',
    enrolFirst: {
      none: 'Richten Sie zum Signieren zuerst dieses Gerät ein: mit Fingerabdruck, Gesicht oder PIN. Danach kommen Sie hierher zurück.',
      disabled:
        'Dieses Gerät ist nach zu vielen falschen PINs gesperrt. Richten Sie es zum Signieren neu ein. Danach kommen Sie hierher zurück.',
      removed:
        'Dieses Gerät wurde aus Ihrem Konto entfernt, deshalb wurde nichts signiert. Richten Sie es zum Signieren neu ein. Danach kommen Sie hierher zurück.',
    },
    declineWithout: 'Ablehnen können Sie auch so.',
    noesWithout: 'Die anderen Antworten brauchen kein Gerät.',
    closed: 'Über diese Anfrage hat inzwischen jemand anderes entschieden.',
  },
)
