/** The same work, done as it is asked for first: whoever asks again gets what came of it. */
export const once = <Asked extends readonly unknown[], T>(
  work: (...asked: Asked) => Promise<T>,
): ((...asked: Asked) => Promise<T>) => {
  let done: Promise<T> | undefined
  return (...asked) => (done ??= work(...asked))
}
