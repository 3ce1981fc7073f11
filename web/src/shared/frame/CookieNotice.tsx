import { acceptCookies, useCookiesAccepted } from '../session/cookie-consent.ts'
import { paths } from '../paths.ts'
import '../parts/parts.css'
import { useText } from '../texts/common.ts'

/** Shown until the reader accepts it. It takes space in the page, so it covers nothing. */
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
