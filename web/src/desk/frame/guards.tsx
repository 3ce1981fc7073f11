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

/**
 * Around the pages of the frame. Pages of everybody need a session; without one, the landing page opens. The pages
 * of super admins open their login instead, and send other roles back one page. It is one component, so that React
 * keeps the frame, and a menu that is open in it, on the way from a page of one kind to a page of the other.
 */
export const RequireSession = ({ of }: { readonly of: 'everybody' | 'super admins' }) => {
  const { pathname, search } = useLocation()
  const role = readRole()
  if (role && (of === 'everybody' || role === 'super admin')) return <Outlet />
  if (of === 'everybody') return <ToLanding from={pathname + search} />
  return role ? <OnePageBack /> : <ToOwnDoor />
}

const ToLanding = ({ from }: { readonly from: string }) => {
  useEffect(() => {
    forgetOddToken()
    rememberTarget(from)
    location.replace(paths.landing)
  }, [from])
  return null
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
