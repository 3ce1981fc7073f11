import { useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { ReadModelNotice } from '../shared/ReadModelNotice.tsx'
import { readRole, readSession } from '../shared/session.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import { MuiLayout } from './MuiLayout.tsx'
import { RegularUserPage, SuperAdminPage } from './OtherRolePages.tsx'
import './layout.css'

/** Another tab may have logged somebody else in: nobody shall act here in the name of whom the page shows. */
const useSamePerson = (): void =>
  useEffect(() => {
    const shown = readSession()?.userId
    const lookAgain = (): void => {
      if (readSession()?.userId !== shown) location.reload()
    }
    addEventListener('focus', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      removeEventListener('focus', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

/** The frame of the admin pages; whoever is no admin gets a page that leads on. */
export const AdminLayout = () => {
  const [role, setRole] = useState(readRole)
  useSamePerson()
  return (
    <MuiLayout>
      <div className="frame">
        <AdminHeader />
        <main id="content" className="desk-main" tabIndex={-1}>
          <div className="wrap">
            <ReadModelNotice />
          </div>
          {role === 'admin' && <Outlet />}
          {role === 'super admin' && <SuperAdminPage />}
          {role === 'regular user' && <RegularUserPage onRenewed={() => setRole(readRole())} />}
        </main>
        <Footer />
        <CookieNotice />
      </div>
    </MuiLayout>
  )
}
