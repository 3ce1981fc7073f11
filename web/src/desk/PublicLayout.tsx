import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { PRODUCT } from '#contract/common.ts'
import { paths } from '../shared/paths.ts'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import './layout.css'

/** The frame of the pages that need no session: name, content, footer. */
export const PublicFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="frame">
    <header className="public-header">
      <Link to={paths.landing} className="public-brand">
        <img src="/icon.svg" alt="" width="36" height="36" />
        {PRODUCT}
      </Link>
    </header>
    <main id="content" className="public-main" tabIndex={-1}>
      {children}
    </main>
    <Footer />
    <CookieNotice />
  </div>
)

export const PublicLayout = () => (
  <PublicFrame>
    <Outlet />
  </PublicFrame>
)
