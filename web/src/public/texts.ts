import { createTexts } from '../shared/texts/create-texts.ts'

/** The sign-up part of the landing page follows the language; the rest of the public pages is German. */
export const publicTexts = createTexts(
  {
    start: 'Get started',
    signUpFree: 'Sign Up Free',
    invited: 'Were you invited by a colleague? Then open the link in your e-mail.',
    haveAccount: 'Already registered?',
  },
  {
    start: 'Loslegen',
    signUpFree: 'Kostenlos registrieren',
    invited: 'Eine Kollegin oder ein Kollege hat Sie eingeladen? Dann öffnen Sie den Link in Ihrer E-Mail.',
    haveAccount: 'Schon registriert?',
  },
)
