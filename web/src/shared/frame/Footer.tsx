import { paths } from '../paths.ts'
import { useText } from '../texts/common.ts'
import { setLanguage, useLanguage } from '../texts/language.ts'
import { frameTexts } from './frame-texts.ts'
import './frame.css'

const LANGUAGES = [
  ['de', 'Deutsch'],
  ['en', 'English'],
] as const

export const Footer = () => {
  const text = useText()
  const { footer } = frameTexts.use()
  const language = useLanguage()
  return (
    <footer className="footer">
      <nav aria-label={footer.label}>
        <a href={paths.imprint}>{footer.imprint}</a>
        <a href={paths.terms}>{footer.terms}</a>
        <a href={paths.privacy}>{footer.privacy}</a>
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
