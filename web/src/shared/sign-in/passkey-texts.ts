import { createTexts } from '../texts/create-texts.ts'

export const passkeyTexts = createTexts(
  {
    or: 'or',
    signIn: 'Sign in with a passkey',
    signingIn: 'Waiting for the passkey…',
    none: 'You were not signed in: the request was cancelled or timed out, or this device has no passkey.',
    unknown: 'This passkey does not belong to an account here. Please sign in another way.',
  },
  {
    or: 'oder',
    signIn: 'Mit Passkey anmelden',
    signingIn: 'Warte auf den Passkey …',
    none: 'Niemand wurde angemeldet: Es wurde abgebrochen, dauerte zu lange, oder hier gibt es keinen Passkey.',
    unknown: 'Dieser Passkey öffnet hier kein Konto. Bitte melden Sie sich auf einem anderen Weg an.',
  },
)
