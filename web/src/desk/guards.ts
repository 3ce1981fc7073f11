import { redirect } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { rememberTarget } from '../shared/return-target.ts'
import { clearSession, getToken, readRole } from '../shared/session.ts'

/** Loader of pages for the logged in: anybody else starts at the landing page. Throws the redirect. */
export const requireSession = ({ request }: { request: Request }): null => {
  if (readRole()) return null
  if (getToken()) clearSession()
  const { pathname, search } = new URL(request.url)
  rememberTarget(pathname + search)
  throw redirect(paths.landing)
}

/** Loader of the landing, login and sign-up pages: whoever is logged in goes to their own first page. */
export const skipWhenLoggedIn = (): null => {
  if (readRole()) throw redirect(paths.workspaces)
  return null
}
