import { createTexts } from '#shared/texts/create-texts.ts'

/** What one does on the landing page follows the language; what it tells is German, as are the other public pages. */
export const publicTexts = createTexts(
  {
    demo: 'Book a demo',
    code: 'Access code',
    open: 'Open',
    wrongCode: 'This access code is wrong.',
    tooMany: 'Too many attempts. Please wait.',
    failed: 'There is no connection to the server. Please check your network and try again.',
    start: 'Get started',
    signUpFree: 'Sign Up Free',
    or: 'or',
    invited: 'Were you invited by a colleague? Then open the link in your e-mail.',
    haveAccount: 'Already registered?',
  },
  {
    demo: 'Demo buchen',
    code: 'Zugangscode',
    open: 'Öffnen',
    wrongCode: 'Dieser Zugangscode ist falsch.',
    tooMany: 'Das waren zu viele Versuche. Bitte warten Sie.',
    failed: 'Keine Verbindung zum Server. Bitte prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    start: 'Loslegen',
    signUpFree: 'Kostenlos registrieren',
    or: 'oder',
    invited: 'Eingeladen worden? Dann öffnen Sie den Link in Ihrer E‑Mail.',
    haveAccount: 'Schon registriert?',
  },
)
