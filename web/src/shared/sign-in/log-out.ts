import { logout } from '#contract/accounts/sessions.ts'
import { call, onSessionEnd } from '../api/api.ts'
import { forgetDraftsBut } from '../session/drafts.ts'
import { paths } from '../paths.ts'
import { clearSession } from '../session/session.ts'

/**
 * Ends the session on the server and here; without an answer at least here. Then a full load of the start page forgets
 * everything that the session had read.
 */
export const logOut = async (): Promise<void> => {
  // What still reads must not lead elsewhere.
  onSessionEnd(() => {})
  await call(logout).catch((error: unknown) => console.error('The logout got no answer', error))
  clearSession()
  forgetDraftsBut(null)
  location.assign(paths.landing)
}
