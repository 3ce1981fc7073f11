import { pairClaim, pairFinish } from '#contract/accounts/pairing.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'

export type Claimed = Reply<typeof pairClaim>

export const claimCode = (code: string, name: string): Promise<Claimed> =>
  call(pairClaim, { body: { code, name } })

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
/** The server waits by itself; one that is about to stop does not. */
const AT_LEAST_MS = 1_000

/** The token, once the computer has said yes. Throws ApiError: `pair.not-found` where it said no, or nothing for too long. */
export const finishPairing = async (claim: string, signal: AbortSignal): Promise<string> => {
  for (;;) {
    try {
      return (await call(pairFinish, { body: { claim, wait: true }, signal })).access_token
    } catch (error) {
      if (!isApiError(error, 'pair.waiting')) throw error
      await pause(AT_LEAST_MS)
      signal.throwIfAborted()
    }
  }
}
