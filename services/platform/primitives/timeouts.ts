/** Settles like `promise`, but rejects with `toError()` if that takes longer than `ms`. */
export const withTimeout = <T>(promise: Promise<T>, ms: number, toError: () => Error): Promise<T> => {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(toError()), ms)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

/** Resolves to `fallback` if `promise` rejects or takes longer than `ms` (2 s). */
export const withFallback = <T, F>(promise: Promise<T>, fallback: F, ms = 2_000): Promise<T | F> =>
  withTimeout(promise, ms, () => new Error(`no answer within ${ms} ms`)).catch(() => fallback)
