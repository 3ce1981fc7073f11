import { acceptCookies, useCookiesAccepted } from '../session/cookie-consent.ts'
import { paths } from '../paths.ts'
import '../parts/parts.css'
import { frameTexts } from './frame-texts.ts'

/** Shown until the reader accepts it. It takes space in the page, so it covers nothing. */
export const CookieNotice = () => {
  const { cookies } = frameTexts.use()
  if (useCookiesAccepted()) return null
  return (
    <section className="cookie-notice" aria-label={cookies.label}>
      <div>
        <p>
          {cookies.text} <a href={paths.privacy}>{cookies.more}</a>
        </p>
        <button type="button" className="button button-outlined" onClick={acceptCookies}>
          {cookies.accept}
        </button>
      </div>
    </section>
  )
}
