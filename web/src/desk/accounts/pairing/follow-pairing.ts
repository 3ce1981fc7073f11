import { pairState, type Pairing } from '#contract/accounts/pairing.ts'
import { call } from '#shared/api/api.ts'

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
/** The server holds the request until something changes. A server that is shutting down responds at once. */
const AT_LEAST_MS = 1_000

/** Reports each state of a pairing until the phone is signed in. Throws ApiError: `pair.not-found` after expiry. */
export const followPairing = async (
  id: string,
  tell: (pairing: Pairing) => void,
  signal: AbortSignal,
): Promise<void> => {
  let seen: Pairing['state'] | undefined
  for (;;) {
    const query = seen === undefined ? {} : { seen }
    const pairing = await call(pairState, { params: { id }, query, signal })
    signal.throwIfAborted()
    if (pairing.state !== seen) tell(pairing)
    else await pause(AT_LEAST_MS)
    signal.throwIfAborted()
    if (pairing.state === 'finished') return
    seen = pairing.state
  }
}
