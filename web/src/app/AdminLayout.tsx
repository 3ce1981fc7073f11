import { useState } from 'react'
import { Outlet } from 'react-router-dom'
import { readRole } from '../shared/session.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { CookieNotice } from './CookieNotice.tsx'
import { Footer } from './Footer.tsx'
import { MuiLayout } from './MuiLayout.tsx'
import { RegularUserPage, SuperAdminPage } from './OtherRolePages.tsx'
import './layout.css'

/** The frame of the admin pages; whoever is no admin gets a page that leads on. */
export const AdminLayout = () => {
  const [role, setRole] = useState(readRole)
  return (
    <MuiLayout>
      <div className="frame">
        <AdminHeader />
        <main id="content" className="admin-main" tabIndex={-1}>
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
