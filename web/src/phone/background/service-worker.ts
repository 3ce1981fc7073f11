/** Registers the service worker. Returns undefined if the browser has none, and in development, where caching would hide changes. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  import.meta.env.DEV || !('serviceWorker' in navigator)
    ? undefined
    : navigator.serviceWorker.register('/m-sw.js', { scope: '/m' })

const TAKE_OVER = 'take-over'

/** Activates a waiting build, without reloading open pages. Returns its worker, or null if none is waiting. */
export const activateWaiting = ({ waiting }: ServiceWorkerRegistration): ServiceWorker | null => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no target origin
  waiting?.postMessage(TAKE_OVER)
  return waiting
}

/**
 * Calls `notify` when a new build waits for activation. Ignores `activated`, which is on its way already. Returns a function
 * that stops this.
 */
export const onNewBuild = (
  registration: ServiceWorkerRegistration,
  activated: ServiceWorker | null,
  notify: () => void,
): (() => void) => {
  const listening = new AbortController()
  const { signal } = listening
  const watchInstalling = () => {
    const worker = registration.installing
    const check = () => worker?.state === 'installed' && registration.active && notify()
    worker?.addEventListener('statechange', check, { signal })
  }
  if (registration.waiting && registration.waiting !== activated) notify()
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling, { signal })
  // An installed app can stay open for days without a restart.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
    },
    { signal },
  )
  return () => listening.abort()
}
