import { acceptCookies, cookiesAccepted } from '#shared/session/cookie-consent.ts'
import { clearSession, getToken, homeOf, readRole } from '#shared/session/session.ts'
import { setLanguage } from '#shared/texts/language.ts'
import { applyTheme } from '#shared/theme-mode.ts'
import { paths } from '#shared/paths.ts'
import { openCarousel } from './carousel.ts'
import { openCodeForm, openSignUp } from './forms.ts'
import '@fontsource-variable/inter/wght.css'
import '#shared/base.css'
import '#shared/parts/parts.css'
import '#shared/frame/frame.css'
import './public.css'

/** Behaviour of the static pages. It runs before the first paint, so that nothing moves afterwards. */

applyTheme()

/** Sends users who are logged in from the landing page to their start page. */
const redirectIfLoggedIn = (): void => {
  if (location.pathname !== paths.landing) return
  const role = readRole()
  if (role) location.replace(homeOf(role))
  else if (getToken()) clearSession()
}
redirectIfLoggedIn()
// A page from the back-forward cache does not know about a login since then.
addEventListener('pageshow', ({ persisted }) => persisted && redirectIfLoggedIn())

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector)

for (const notice of all('.cookie-notice')) {
  notice.hidden = cookiesAccepted()
  notice.querySelector('button')?.addEventListener('click', () => {
    acceptCookies()
    notice.hidden = true
  })
}
for (const button of all('.footer button[lang]'))
  button.addEventListener('click', () => {
    setLanguage(button.lang === 'de' ? 'de' : 'en')
    location.reload()
  })
for (const stage of all('.stage')) openCarousel(stage)
for (const form of all('[data-form=sign-up]')) openSignUp(form)
for (const form of all('[data-form=code]')) openCodeForm(form)
