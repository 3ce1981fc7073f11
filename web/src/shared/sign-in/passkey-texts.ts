import { createTexts } from '../texts/create-texts.ts'

export const passkeyTexts = createTexts(
  {
    or: 'or',
    signIn: 'Sign in with a passkey',
    signingIn: 'Waiting for the passkey…',
    none: 'Nobody was signed in: it was cancelled, took too long, or there is no passkey here.',
    unknown: 'This passkey opens no account here. Please sign in another way.',
  },
  {
    or: 'oder',
    signIn: 'Mit Passkey anmelden',
    signingIn: 'Warte auf den Passkey …',
    none: 'Niemand wurde angemeldet: Es wurde abgebrochen, dauerte zu lange, oder hier gibt es keinen Passkey.',
    unknown: 'Dieser Passkey öffnet hier kein Konto. Bitte melden Sie sich auf einem anderen Weg an.',
  },
)
