/** Runs `work` on the first call. Every call returns the promise of that run, even if it rejected. */
export const runOnce = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => (running ??= work())
}
