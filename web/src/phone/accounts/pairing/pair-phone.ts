import { pairClaim, pairFinish } from '#contract/accounts/pairing.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'

export type Claimed = Reply<typeof pairClaim>

export const claimCode = (code: string, name: string): Promise<Claimed> =>
  call(pairClaim, { body: { code, name } })

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
/** The server holds each call open, except while it shuts down. */
const RETRY_MS = 1_000

/** Returns the token once the computer confirms. Throws ApiError: `pair.not-found` if it refuses or the code expires. */
export const finishPairing = async (claim: string, signal: AbortSignal): Promise<string> => {
  for (;;) {
    try {
      return (await call(pairFinish, { body: { claim, wait: true }, signal })).access_token
    } catch (error) {
      if (!isApiError(error, 'pair.waiting')) throw error
      await pause(RETRY_MS)
      signal.throwIfAborted()
    }
  }
}
