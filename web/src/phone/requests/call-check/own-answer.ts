import { useState } from 'react'
import { CALL_WAYS, type CallWay } from '#contract/requests/requests.ts'

const keyOf = (requestId: string): string => `who-called-${requestId}`

const stored = (requestId: string): CallWay | null => {
  const kept = sessionStorage.getItem(keyOf(requestId))
  return CALL_WAYS.find((way) => way === kept) ?? null
}

/** The approver's answer to who called whom, which a reload and the way to the device setup and back keep. Null: not yet. */
export const useOwnAnswer = (requestId: string) => {
  const [answer, setAnswer] = useState(() => stored(requestId))
  const keep = (way: CallWay | null): void => {
    setAnswer(way)
    if (way === null) sessionStorage.removeItem(keyOf(requestId))
    else sessionStorage.setItem(keyOf(requestId), way)
  }
  return [answer, keep] as const
}
