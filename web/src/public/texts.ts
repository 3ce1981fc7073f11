import { createTexts } from '#shared/texts/create-texts.ts'

/** The controls of the landing page, in both languages. Its copy and the other public pages are German only. */
export const publicTexts = createTexts(
  {
    demo: 'Book a demo',
    code: 'Access code',
    open: 'Open',
    wrongCode: 'This access code is wrong.',
    tooMany: 'Too many attempts. Please wait.',
    start: 'Get started',
    exampleAddress: 'name@company.com',
    signUpFree: 'Sign Up Free',
    or: 'or',
    invited: 'Invited by a colleague? Open the link in your e-mail.',
    haveAccount: 'Already registered?',
  },
  {
    demo: 'Demo buchen',
    code: 'Zugangscode',
    open: 'Öffnen',
    wrongCode: 'Dieser Zugangscode ist falsch.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie.',
    start: 'Loslegen',
    exampleAddress: 'name@firma.de',
    signUpFree: 'Kostenlos registrieren',
    or: 'oder',
    invited: 'Sie wurden eingeladen? Öffnen Sie den Link in Ihrer E‑Mail.',
    haveAccount: 'Schon registriert?',
  },
)
