import { Rejected } from '#contract/errors.ts'

/** Returns `rate.exceeded` with the seconds to wait. */
export const tooMany = (retryAfterMs: number): Rejected =>
  new Rejected('rate.exceeded', [{ retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1_000)) }])
