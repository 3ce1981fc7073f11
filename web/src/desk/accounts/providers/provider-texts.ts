import { createTexts } from '#shared/texts/create-texts.ts'

export const providerTexts = createTexts(
  {
    or: 'or',
    logIn: (provider: string) => `Log in with ${provider}`,
    entering: (provider: string) => `Logging in with ${provider} …`,
    mail: (provider: string) =>
      `We have sent a link to the address of your ${provider} account. Open it in this browser, then log in with ${provider} again.`,
  },
  {
    or: 'oder',
    logIn: (provider) => `Anmelden mit ${provider}`,
    entering: (provider) => `Anmeldung mit ${provider} läuft …`,
    mail: (provider) =>
      `Wir haben einen Link an die Adresse Ihres Kontos bei ${provider} gesendet. Öffnen Sie ihn in diesem Browser, und melden Sie sich dann noch einmal mit ${provider} an.`,
  },
)

export const PROVIDER_NAMES = { google: 'Google', microsoft: 'Microsoft365' } as const
