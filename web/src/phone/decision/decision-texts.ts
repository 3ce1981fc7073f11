import { createTexts } from '../../shared/texts/create-texts.ts'

/** Texts of deciding on a request. */
export const decisionTexts = createTexts(
  {
    title: 'Your decision',
    approve: 'Approve',
    decline: 'Decline',
    preparing: 'Checking…',
    pin: 'PIN of this device',
    pinMissing: 'Please enter your PIN.',
    passkeyHint: 'Your device asks for your finger, your face or its PIN.',
    usePin: 'Use the PIN instead',
    noPasskey: 'Nothing was signed: it was cancelled, took too long, or this device has no passkey of yours.',
    erase: 'Delete a digit',
    sign: 'Sign and approve',
    signing: 'Signing…',
    back: 'Back',
    triesLeft: (count: number) => (count === 1 ? '1 try is left.' : `${count} tries are left.`),
    declineQuestion: (email: string) => `Decline this request? ${email} will be told.`,
    declineConfirm: 'Yes, decline',
    declining: 'Declining…',
    differs: {
      title: 'Not signed',
      text: 'What the server wants signed is not what this page shows. Do not approve; tell an admin of your workspace.',
      fields: (names: string) => `Differing: ${names}`,
    },
    noDevice:
      'To approve, this device needs a PIN first. You come back here afterwards. Declining is possible without.',
    disabledDevice:
      'This device is disabled after too many wrong PINs. Set it up again to approve; you come back here afterwards.',
    keyMissing: 'The key of this device is no longer in this browser. Please set up the PIN again.',
    enrol: 'Set up PIN',
    closed: 'This request was decided in the meantime.',
  },
  {
    title: 'Ihre Entscheidung',
    approve: 'Freigeben',
    decline: 'Ablehnen',
    preparing: 'Wird geprüft …',
    pin: 'PIN dieses Geräts',
    pinMissing: 'Bitte geben Sie Ihre PIN ein.',
    passkeyHint: 'Ihr Gerät fragt nach Finger, Gesicht oder seiner PIN.',
    usePin: 'Stattdessen die PIN nehmen',
    noPasskey:
      'Nichts wurde signiert: abgebrochen, zu lange gewartet, oder dieses Gerät hat keinen Passkey von Ihnen.',
    erase: 'Eine Ziffer löschen',
    sign: 'Signieren und freigeben',
    signing: 'Wird signiert …',
    back: 'Zurück',
    triesLeft: (count) => (count === 1 ? 'Sie haben noch 1 Versuch.' : `Sie haben noch ${count} Versuche.`),
    declineQuestion: (email) => `Diese Anfrage ablehnen? ${email} wird benachrichtigt.`,
    declineConfirm: 'Ja, ablehnen',
    declining: 'Wird abgelehnt …',
    differs: {
      title: 'Nicht signiert',
      text: 'Der Server will etwas anderes signiert haben, als hier angezeigt wird. Geben Sie nichts frei, und sagen Sie einem Admin Ihres Workspace Bescheid.',
      fields: (names) => `Abweichend: ${names}`,
    },
    noDevice:
      'Zum Freigeben braucht dieses Gerät zuerst eine PIN. Danach kommen Sie hierher zurück. Ablehnen geht auch ohne.',
    disabledDevice:
      'Dieses Gerät ist nach zu vielen falschen PINs gesperrt. Richten Sie es zum Freigeben neu ein; danach kommen Sie hierher zurück.',
    keyMissing:
      'Der Schlüssel dieses Geräts ist nicht mehr in diesem Browser. Bitte richten Sie die PIN neu ein.',
    enrol: 'PIN einrichten',
    closed: 'Über diese Anfrage wurde inzwischen entschieden.',
  },
)
