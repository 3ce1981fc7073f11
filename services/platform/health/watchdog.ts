import { Worker } from 'node:worker_threads'

const CHECKS = 10

/** What `watchdog-thread.ts` receives. */
export type Watch = { readonly beats: Int32Array; readonly checks: number; readonly everyMs: number }

/**
 * Kills the process when its event loop has stood still for about `stallMs`, so that its supervisor starts it again: a container
 * that is only unhealthy is not restarted. Another thread watches, because the loop cannot watch itself. Returns how to stop it.
 */
export const startWatchdog = (stallMs: number): (() => Promise<void>) => {
  const everyMs = stallMs / CHECKS
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const timer = setInterval(() => Atomics.add(beats, 0, 1), everyMs / 2)
  const workerData: Watch = { beats, checks: CHECKS, everyMs }
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), { workerData, execArgv: [] })
  return async () => {
    clearInterval(timer)
    await thread.terminate()
  }
}
