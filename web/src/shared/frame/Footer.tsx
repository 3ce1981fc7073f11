import { paths } from '../paths.ts'
import { useText } from '../texts/common.ts'
import { setLanguage, useLanguage } from '../texts/language.ts'
import './frame.css'

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
        <a href={paths.imprint}>{text.footer.imprint}</a>
        <a href={paths.terms}>{text.footer.terms}</a>
        <a href={paths.privacy}>{text.footer.privacy}</a>
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
