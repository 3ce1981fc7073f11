const patienceMs = 10_000

/**
 * Aborts on the first SIGINT, SIGTERM or SIGHUP. Ctrl-C under npm arrives twice, so a further signal calls
 * `force` only when it comes 10 s later.
 */
export const stopOnSignals = (force: () => void): AbortSignal => {
  const stop = new AbortController()
  let since = 0
  const onSignal = () => {
    if (stop.signal.aborted && Date.now() - since >= patienceMs) return force()
    if (stop.signal.aborted) return
    since = Date.now()
    stop.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return stop.signal
}
