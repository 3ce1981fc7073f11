import { useEffect } from 'react'
import { Navigate, Outlet, useMatch } from 'react-router-dom'
import { operationsLive, userLive } from '#contract/live.ts'
import { Alerts } from '#shared/alerts/Alerts.tsx'
import { keepDrafts } from '#shared/session/drafts.ts'
import { ReadModelNotice } from '#shared/reads/ReadModelNotice.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { LiveStream } from '#shared/live/LiveStream.tsx'
import { onSessionEnd } from '#shared/api/api.ts'
import { paths } from '#shared/paths.ts'
import { readSession } from '#shared/session/session.ts'
import { useRole } from '#shared/session/use-role.ts'
import { AdminHeader } from './AdminHeader.tsx'
import { ErrorMessage, PageBoundary } from './ErrorPage.tsx'
import { CookieNotice } from '#shared/frame/CookieNotice.tsx'
import { Footer } from '#shared/frame/Footer.tsx'
import { MuiLayout } from './MuiLayout.tsx'
import { RegularUserPage } from './OtherRolePages.tsx'
import './layout.css'
import '../panels.css'

/** Reloads if another tab has logged in another user, so that the page does not act for the wrong one. */
const useSamePerson = (): void =>
  useEffect(() => {
    const shown = readSession()?.userId
    const lookAgain = (): void => {
      if (readSession()?.userId === shown) return
      keepDrafts()
      location.reload()
    }
    addEventListener('focus', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      removeEventListener('focus', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [])

/** After the end of their session, super admins return to their own login. */
const useOwnDoor = (isSuperAdmin: boolean): void =>
  useEffect(
    () => (isSuperAdmin ? onSessionEnd(() => location.assign(paths.loginSuper)) : undefined),
    [isSuperAdmin],
  )

/** Without links into workspaces. */
const useSuperAdminPage = (): boolean => {
  const isMain = useMatch('/super-admin/*') !== null
  const isAccount = useMatch(paths.account) !== null
  return isMain || isAccount
}

const linkTo = (path: string, label: string) => <Link to={path}>{label}</Link>

/** The frame of the pages of admins and super admins. Other roles get a page with a link to theirs. */
export const AdminLayout = () => {
  const role = useRole()
  const isSuperAdminPage = useSuperAdminPage()
  useSamePerson()
  useOwnDoor(role === 'super admin')
  return (
    <MuiLayout>
      <div className="frame">
        {/* It also tells a regular user that they have become an admin. */}
        {role && <LiveStream path={role === 'super admin' ? operationsLive.path : userLive.path} />}
        <AdminHeader />
        <main id="content" className="desk-main" tabIndex={-1}>
          <div className="wrap">
            {role === 'admin' && <Alerts link={linkTo} />}
            <ReadModelNotice />
          </div>
          <PageBoundary instead={<ErrorMessage />}>
            {role === 'admin' && <Outlet />}
            {role === 'super admin' &&
              (isSuperAdminPage ? <Outlet /> : <Navigate to={paths.superAdmin} replace />)}
            {role === 'regular user' && <RegularUserPage />}
          </PageBoundary>
        </main>
        <Footer />
        <CookieNotice />
      </div>
    </MuiLayout>
  )
}
