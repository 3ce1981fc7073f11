import { useEffect } from 'react'
import {
  Navigate,
  NavigationType,
  Outlet,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { rememberTarget } from '#shared/session/return-target.ts'
import { clearSession, getToken, homeOf, readRole } from '#shared/session/session.ts'

const forgetOddToken = (): void => {
  if (getToken()) clearSession()
}

/** Around pages that need a session. Without one, the landing page opens. */
export const RequireSession = () => {
  const { pathname, search } = useLocation()
  return readRole() ? <Outlet /> : <ToLanding from={pathname + search} />
}

const ToLanding = ({ from }: { readonly from: string }) => {
  useEffect(() => {
    forgetOddToken()
    rememberTarget(from)
    location.replace(paths.landing)
  }, [from])
  return null
}

/** Around the super admin's pages. Without a session their login opens; other roles go back one page. */
export const RequireSuperAdmin = () => {
  const role = readRole()
  if (role === 'super admin') return <Outlet />
  return role ? <OnePageBack /> : <ToOwnDoor />
}

const ToOwnDoor = () => {
  useEffect(forgetOddToken, [])
  return <Navigate to={paths.loginSuper} replace />
}

const OnePageBack = () => {
  const navigate = useNavigate()
  const type = useNavigationType()
  useEffect(() => {
    // A typed address has no previous page.
    if (type === NavigationType.Pop) location.replace(paths.landing)
    else void navigate(-1)
  }, [navigate, type])
  return null
}

/** Around the login and sign-up pages. With a session, the user's start page opens. */
export const SkipWhenLoggedIn = () => {
  const role = readRole()
  return role ? <ToHome of={role} /> : <Outlet />
}

const ToHome = ({ of }: { readonly of: Parameters<typeof homeOf>[0] }) => {
  useEffect(() => location.replace(homeOf(of)), [of])
  return null
}
