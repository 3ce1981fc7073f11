import { renderToStaticMarkup } from 'react-dom/server'
import { PRODUCT } from '#contract/common.ts'
import { NotFoundPage } from '#shared/frame/NotFoundPage.tsx'
import { PublicFrame } from '#shared/frame/PublicFrame.tsx'
import { paths } from '#shared/paths.ts'
import { commonTexts } from '#shared/texts/common.ts'
import { renderIn, type Language } from '#shared/texts/language.ts'
import { ImprintPage } from './ImprintPage.tsx'
import { LandingPage } from './LandingPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { TermsPage } from './TermsPage.tsx'

const pages = {
  landing: [() => 'Vier-Augen-Freigaben', LandingPage],
  imprint: [() => 'Impressum', ImprintPage],
  terms: [() => 'Nutzungsbedingungen', TermsPage],
  privacy: [() => 'Datenschutz', PrivacyPage],
  'not-found': [() => commonTexts.now().notFound.title, NotFoundPage],
} as const

const bodyOf = (page: keyof typeof pages): string => {
  const text = commonTexts.now()
  const Page = pages[page][1]
  const login = (
    <a className="button button-outlined only-gated" href={paths.login}>
      {text.login}
    </a>
  )
  return renderToStaticMarkup(
    <>
      <a className="skip-link" href="#content">
        {text.skipToContent}
      </a>
      <PublicFrame action={page === 'landing' && login}>
        <Page />
      </PublicFrame>
    </>,
  )
}

/** Renders every static page in every language from `template`. Returns the HTML by file name. */
export const renderPages = (template: string): Readonly<Record<string, string>> => {
  const rendered: Record<string, string> = {}
  for (const language of ['de', 'en'] satisfies Language[]) {
    renderIn(language)
    for (const page of Object.keys(pages) as (keyof typeof pages)[])
      rendered[`${page}.${language}.html`] = template
        .replace('__LANGUAGE__', language)
        .replace('__TITLE__', `${pages[page][0]()} · ${PRODUCT}`)
        .replace('__BODY__', () => bodyOf(page))
  }
  return rendered
}
