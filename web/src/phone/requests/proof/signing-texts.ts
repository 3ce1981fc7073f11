import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of signing with a passkey or a PIN, whatever is signed. */
export const signingTexts = createTexts(
  {
    pin: 'PIN of this device',
    pinMissing: 'Please enter your PIN.',
    passkeyHint: 'Your device asks for your finger, your face or its PIN.',
    usePin: 'Use the PIN instead',
    noPasskey: 'Nothing was signed: it was cancelled, took too long, or this device has no passkey of yours.',
    erase: 'Delete a digit',
    signing: 'Signing…',
    unanswered:
      'Signed and sent, but no answer came: it may have arrived. Send the same once more; it counts only once.',
    sendAgain: 'Send again',
    sendingAgain: 'Sending…',
    back: 'Back',
    triesLeft: (count: number) =>
      count === 0
        ? 'The PIN of this device is blocked.'
        : count === 1
          ? '1 try is left.'
          : `${count} tries are left.`,
    differs: {
      title: 'Not signed',
      text: 'What the server wants signed is not what this page shows. Do not go on; tell an admin of your workspace.',
      fields: (names: string) => `Differing: ${names}`,
    },
    keyMissing: 'The key of this device is no longer in this browser. Please set it up again.',
    enrol: 'Set up this device',
  },
  {
    pin: 'PIN dieses Geräts',
    pinMissing: 'Bitte geben Sie Ihre PIN ein.',
    passkeyHint: 'Ihr Gerät fragt nach Finger, Gesicht oder seiner PIN.',
    usePin: 'Stattdessen die PIN nehmen',
    noPasskey:
      'Nichts wurde signiert: abgebrochen, zu lange gewartet, oder dieses Gerät hat keinen Passkey von Ihnen.',
    erase: 'Eine Ziffer löschen',
    signing: 'Wird signiert …',
    unanswered:
      'Signiert und gesendet, aber es kam keine Antwort: Vielleicht ist es angekommen. Senden Sie dasselbe noch einmal; es zählt nur einmal.',
    sendAgain: 'Noch einmal senden',
    sendingAgain: 'Wird gesendet …',
    back: 'Zurück',
    triesLeft: (count) =>
      count === 0
        ? 'Die PIN dieses Geräts ist gesperrt.'
        : count === 1
          ? 'Sie haben noch 1 Versuch.'
          : `Sie haben noch ${count} Versuche.`,
    differs: {
      title: 'Nicht signiert',
      text: 'Der Server will etwas anderes signiert haben, als hier angezeigt wird. Machen Sie nicht weiter, und sagen Sie einem Admin Ihres Workspace Bescheid.',
      fields: (names) => `Abweichend: ${names}`,
    },
    keyMissing: 'Der Schlüssel dieses Geräts ist nicht mehr in diesem Browser. Bitte richten Sie es neu ein.',
    enrol: 'Dieses Gerät einrichten',
  },
)
