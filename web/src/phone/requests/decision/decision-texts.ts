import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of deciding on a request. */
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
    declineQuestion: (email: string) => `Decline this request? ${email} will be told.`,
    declineConfirm: 'Yes, decline',
    declining: 'Declining…',
    enrolFirst: {
      none: 'To sign, set up this device first: with your finger, your face or a PIN. You come back here afterwards. Declining is possible without.',
      disabled:
        'This device is disabled after too many wrong PINs. Set it up again to sign; you come back here afterwards.',
      removed:
        'This device was removed from your account, so nothing was signed. Set it up again to sign; you come back here afterwards. Declining is possible without.',
    },
    closed: 'This request was decided in the meantime.',
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
    declineQuestion: (email) => `Diese Anfrage ablehnen? ${email} wird benachrichtigt.`,
    declineConfirm: 'Ja, ablehnen',
    declining: 'Wird abgelehnt …',
    enrolFirst: {
      none: 'Richten Sie zum Signieren zuerst dieses Gerät ein: mit Finger, Gesicht oder einer PIN. Danach kommen Sie hierher zurück. Ablehnen geht auch ohne.',
      disabled:
        'Dieses Gerät ist nach zu vielen falschen PINs gesperrt. Richten Sie es zum Signieren neu ein; danach kommen Sie hierher zurück.',
      removed:
        'Dieses Gerät wurde aus Ihrem Konto entfernt, deshalb wurde nichts signiert. Richten Sie es zum Signieren neu ein; danach kommen Sie hierher zurück. Ablehnen geht auch ohne.',
    },
    closed: 'Über diese Anfrage wurde inzwischen entschieden.',
  },
)
