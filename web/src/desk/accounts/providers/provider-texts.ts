import { createTexts } from '#shared/texts/create-texts.ts'

export const providerTexts = createTexts(
  {
    or: 'or',
    logIn: (provider: string) => `Log in with ${provider}`,
    entering: (provider: string) => `Logging in with ${provider} …`,
    confirm: 'Is it you?',
    confirming: (provider: string) => `Confirming with ${provider} …`,
    confirmed: 'You can close this window.',
    mail: (provider: string) =>
      `We have sent a link to the address of your ${provider} account. Open it in this browser, then log in with ${provider} again.`,
  },
  {
    or: 'oder',
    logIn: (provider) => `Anmelden mit ${provider}`,
    entering: (provider) => `Anmeldung mit ${provider} läuft …`,
    confirm: 'Sind Sie es?',
    confirming: (provider) => `Bestätigung mit ${provider} läuft …`,
    confirmed: 'Sie können dieses Fenster schließen.',
    mail: (provider) =>
      `Wir haben einen Link an die Adresse Ihres Kontos bei ${provider} gesendet. Öffnen Sie ihn in diesem Browser, und melden Sie sich dann noch einmal mit ${provider} an.`,
  },
)
