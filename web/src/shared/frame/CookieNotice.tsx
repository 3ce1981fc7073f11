import { acceptCookies, useCookiesAccepted } from '../session/cookie-consent.ts'
import { paths } from '../paths.ts'
import '../parts/parts.css'
import { useText } from '../texts/common.ts'

/** A notice until it is accepted. It has a place of its own in the page, so that it covers nothing. */
export const CookieNotice = () => {
  const text = useText()
  if (useCookiesAccepted()) return null
  return (
    <section className="cookie-notice" aria-label={text.cookies.label}>
      <div>
        <p>
          {text.cookies.text} <a href={paths.privacy}>{text.cookies.more}</a>
        </p>
        <button type="button" className="button button-outlined" onClick={acceptCookies}>
          {text.cookies.accept}
        </button>
      </div>
    </section>
  )
}
