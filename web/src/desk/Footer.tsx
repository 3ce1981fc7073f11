import { Link } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { useText } from '../shared/texts/common.ts'
import { setLanguage, useLanguage } from '../shared/texts/language.ts'

const LANGUAGES = [
  ['de', 'Deutsch'],
  ['en', 'English'],
] as const

export const Footer = () => {
  const text = useText()
  const language = useLanguage()
  return (
    <footer className="footer">
      <nav aria-label={text.footer.label}>
        <Link to={paths.imprint}>{text.footer.imprint}</Link>
        <Link to={paths.terms}>{text.footer.terms}</Link>
        <Link to={paths.privacy}>{text.footer.privacy}</Link>
      </nav>
      <div role="group" aria-label={text.language}>
        {LANGUAGES.map(([code, name]) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={code === language}
            onClick={() => setLanguage(code)}
          >
            {name}
          </button>
        ))}
      </div>
    </footer>
  )
}
