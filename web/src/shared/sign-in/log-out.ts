import { logout } from '#contract/accounts/sessions.ts'
import { call, onSessionEnd } from '../api/api.ts'
import { forgetDraftsBut } from '../session/drafts.ts'
import { paths } from '../paths.ts'
import { clearSession } from '../session/session.ts'

/**
 * Ends the session on the server and here, or only here if the server does not respond. Then loads the start page, which
 * clears all data from memory.
 */
export const logOut = async (): Promise<void> => {
  // Pending reads must not navigate away.
  onSessionEnd(() => {})
  await call(logout).catch((error: unknown) => console.error('The logout got no answer', error))
  clearSession()
  forgetDraftsBut(null)
  location.assign(paths.landing)
}
