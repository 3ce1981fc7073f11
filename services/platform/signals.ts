const forceAfterMs = 10_000

/** Aborts on the first SIGINT, SIGTERM or SIGHUP. Later signals call `force`, but only after 10 s, because Ctrl-C under npm arrives twice. */
export const stopOnSignals = (force: () => void): AbortSignal => {
  const stop = new AbortController()
  let since = 0
  const onSignal = () => {
    if (stop.signal.aborted && Date.now() - since >= forceAfterMs) return force()
    if (stop.signal.aborted) return
    since = Date.now()
    stop.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return stop.signal
}
