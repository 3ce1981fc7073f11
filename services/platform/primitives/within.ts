const ANSWER_MS = 2_000

/** What comes within 2 s, or that time, or else this; also instead of an error. */
export const within = <T>(asked: Promise<T>, otherwise: T, ms: number = ANSWER_MS): Promise<T> => {
  const { promise: silence, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(otherwise), ms)
  return Promise.race([asked.catch(() => otherwise), silence]).finally(() => clearTimeout(timer))
}
