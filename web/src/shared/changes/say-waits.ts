import { waitingChange } from '#contract/workspaces/change.ts'
import { showToast } from '../dialogs/toast.tsx'
import { formatMinute } from '../texts/format-time.ts'
import { getLanguage } from '../texts/language.ts'
import { waitsTexts } from './waits-texts.ts'

/** Milliseconds. Longer than a plain confirmation, because it is not what the user expects. */
const SHOWN_MS = 8_000

/** An ISO time as day and minute in the reader's time zone. */
export const minuteHere = (iso: string, language = getLanguage()): string =>
  formatMinute(iso, language, new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Returns whether a reply says that a second admin must decide first, and shows that in a toast. */
export const sayWaits = (reply: unknown): boolean => {
  const change = waitingChange(reply)
  if (!change) return false
  const message = waitsTexts.now().asked(minuteHere(change.expiresAt))
  showToast({ message, severity: 'info', autoHideDuration: SHOWN_MS })
  return true
}
