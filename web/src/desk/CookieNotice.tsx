import { useState } from 'react'
import { Link } from 'react-router-dom'
import { acceptCookies, cookiesAccepted } from '../shared/cookie-consent.ts'
import { paths } from '../shared/paths.ts'
import '../shared/parts.css'
import { useText } from '../shared/texts/common.ts'

/** A notice at the end of the page that stays in view until accepted; it covers nothing for good and blocks nothing. */
export const CookieNotice = () => {
  const text = useText()
  const [accepted, setAccepted] = useState(cookiesAccepted)
  if (accepted) return null
  return (
    <section className="cookie-notice" aria-label={text.cookies.label}>
      <div>
        <p>
          {text.cookies.text} <Link to={paths.privacy}>{text.cookies.more}</Link>
        </p>
        <button
          type="button"
          className="button button-outlined"
          onClick={() => {
            acceptCookies()
            setAccepted(true)
          }}
        >
          {text.cookies.accept}
        </button>
      </div>
    </section>
  )
}
