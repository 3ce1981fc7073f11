/** The same work, done when it is asked for first: whoever asks again gets what came of it. */
export const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let done: Promise<T> | undefined
  return () => (done ??= work())
}
