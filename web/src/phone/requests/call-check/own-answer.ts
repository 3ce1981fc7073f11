import { useState } from 'react'
import { CALL_WAYS, type CallWay } from '#contract/requests/requests.ts'
import { draftOf, dropDraft, keepDraft } from '#shared/session/drafts.ts'
import { useUserId } from '../../accounts/sessions/phone-session.tsx'

/**
 * The approver's answer to who called whom, which a reload and the way to the device setup and back keep, but no sign-out. Null:
 * not yet.
 */
export const useOwnAnswer = (requestId: string) => {
  const userId = useUserId()
  const form = `who-called ${requestId}`
  const [answer, setAnswer] = useState(() => {
    const kept = draftOf(userId, form)
    return CALL_WAYS.find((way) => way === kept) ?? null
  })
  const keep = (way: CallWay | null): void => {
    setAnswer(way)
    if (way === null) dropDraft(userId, form)
    else keepDraft(userId, form, way)
  }
  return [answer, keep] as const
}
