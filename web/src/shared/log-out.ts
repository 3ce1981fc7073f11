import { logout } from '#contract/sessions.ts'
import { call } from './api.ts'
import { forgetDraftsBut } from './drafts.ts'
import { clearSession } from './session.ts'

/** Ends the session on the server and here; without an answer at least here. Does not leave the page. */
export const logOut = async (): Promise<void> => {
  await call(logout).catch((error: unknown) => console.error('The logout got no answer', error))
  clearSession()
  forgetDraftsBut(null)
}
