import { createTexts } from '#shared/texts/create-texts.ts'

/** Texts of signing with a passkey or a PIN. */
export const signingTexts = createTexts(
  {
    pin: 'PIN of this device',
    signed: 'What you sign',
    readFirst: 'Scroll to the end of the text to sign it.',
    pinMissing: 'Please enter your PIN.',
    passkeyHint: 'Your device asks for your fingerprint, your face or its PIN.',
    usePin: 'Use the PIN instead',
    noPasskey: 'Nothing was signed: it was cancelled, timed out, or your passkey is not on this device.',
    erase: 'Delete last digit',
    signing: 'Signing…',
    unanswered:
      'Your signature was sent, but no answer came. It may have arrived. You can safely send it again: it counts only once.',
    sendAgain: 'Send again',
    sendingAgain: 'Sending…',
    back: 'Back',
    triesLeft: (count: number) =>
      count === 0
        ? 'The PIN of this device is blocked.'
        : count === 1
          ? '1 try is left.'
          : `${count} tries are left.`,
    keyMissing: 'The key of this device is no longer in this browser. Please set up the device again.',
    waiting: (time: string) =>
      `Nothing was signed: this device cannot sign before ${time}. It can sooner if a colleague vouches for it.`,
    manySides:
      'Several people are checking a call with this person right now. Somebody may be calling around in their name. Hang up, pay nothing, and call back on a number that you know.',
    enrol: 'Set up this device',
  },
  {
    pin: 'PIN dieses Geräts',
    signed: 'Was Sie signieren',
    readFirst: 'Lesen Sie den Text bis zum Ende, um ihn zu signieren.',
    pinMissing: 'Bitte geben Sie Ihre PIN ein.',
    passkeyHint: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder seiner PIN.',
    usePin: 'Stattdessen die PIN verwenden',
    noPasskey:
      'Nichts wurde signiert: Der Vorgang wurde abgebrochen, hat zu lange gedauert, oder Ihr Passkey ist nicht auf diesem Gerät.',
    erase: 'Letzte Ziffer löschen',
    signing: 'Wird signiert …',
    unanswered:
      'Ihre Signatur wurde gesendet, aber es kam keine Antwort. Vielleicht ist sie angekommen. Sie können sie ohne Risiko noch einmal senden: Sie zählt nur einmal.',
    sendAgain: 'Noch einmal senden',
    sendingAgain: 'Wird gesendet …',
    back: 'Zurück',
    triesLeft: (count) =>
      count === 0
        ? 'Die PIN dieses Geräts ist gesperrt.'
        : count === 1
          ? 'Sie haben noch 1 Versuch.'
          : `Sie haben noch ${count} Versuche.`,
    keyMissing: 'Der Schlüssel dieses Geräts ist nicht mehr in diesem Browser. Bitte richten Sie es neu ein.',
    waiting: (time) =>
      `Nichts wurde signiert: Dieses Gerät kann erst ab ${time} signieren. Früher geht es, wenn jemand dafür bürgt.`,
    manySides:
      'Mehrere Personen prüfen gerade einen Anruf mit dieser Person. Vielleicht ruft jemand in ihrem Namen reihum an. Legen Sie auf, überweisen Sie nichts und rufen Sie unter einer bekannten Nummer zurück.',
    enrol: 'Dieses Gerät einrichten',
  },
)
