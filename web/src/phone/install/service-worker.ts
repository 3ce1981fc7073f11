/** The service worker as the app's pages see it. */

/** Undefined where the browser has none; in development there is none either, or it would keep what changes. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  import.meta.env.DEV || !('serviceWorker' in navigator)
    ? undefined
    : navigator.serviceWorker.register('/m-sw.js', { scope: '/m' })

const TAKE_OVER = 'take-over'

/** Lets a build that waits serve the pages from now on; those that are open stay as they are. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of its own origin alone
export const takeOver = ({ waiting }: ServiceWorkerRegistration): void => waiting?.postMessage(TAKE_OVER)

/** Calls `tell` when a build has come that waits while another one serves; answers how to stop that. */
export const onWaiting = (registration: ServiceWorkerRegistration, tell: () => void): (() => void) => {
  const listening = new AbortController()
  const { signal } = listening
  registration.addEventListener(
    'updatefound',
    () => {
      const coming = registration.installing
      coming?.addEventListener(
        'statechange',
        () => coming.state === 'installed' && registration.active && tell(),
        { signal },
      )
    },
    { signal },
  )
  // An app that lies open for days is never started.
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
    },
    { signal },
  )
  return () => listening.abort()
}
