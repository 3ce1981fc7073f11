import type { ReactNode } from 'react'
import { Link, Outlet } from 'react-router-dom'
import { PRODUCT } from '#contract/common.ts'
import { Mark } from '../shared/icons.tsx'
import { paths } from '../shared/paths.ts'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import './layout.css'

/** The frame of the pages that need no session: name, content, footer. */
export const PublicFrame = ({ children }: { readonly children: ReactNode }) => (
  <div className="frame public">
    <header className="public-header">
      <Link to={paths.landing} className="brand">
        <Mark />
        {PRODUCT}
      </Link>
    </header>
    <main id="content" tabIndex={-1}>
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
