import type { ReactNode } from 'react'
import { PRODUCT } from '#contract/common.ts'
import { Mark } from '../parts/icons.tsx'
import { paths } from '../paths.ts'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import './frame.css'

type Props = { readonly children: ReactNode; readonly action?: ReactNode }

/** The frame of the pages without a session: header with `action`, content, footer. */
export const PublicFrame = ({ children, action }: Props) => (
  <div className="frame public">
    <header className="public-header">
      <a href={paths.landing} className="brand">
        <Mark />
        {PRODUCT}
      </a>
      {action}
    </header>
    <main id="content" tabIndex={-1}>
      {children}
    </main>
    <Footer />
    <CookieNotice />
  </div>
)
