/** The service worker as the app's pages see it. */

/** Undefined where the browser has none; in development there is none either, or it would keep what changes. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  import.meta.env.DEV || !('serviceWorker' in navigator)
    ? undefined
    : navigator.serviceWorker.register('/m-sw.js', { scope: '/m' })

const TAKE_OVER = 'take-over'

/** Lets a build that waits serve the pages from now on; those that are open stay as they are. Answers which it was. */
export const takeOver = ({ waiting }: ServiceWorkerRegistration): ServiceWorker | null => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of its own origin alone
  waiting?.postMessage(TAKE_OVER)
  return waiting
}

type Told = {
  /** Which one was told to take over already. */
  readonly asked: ServiceWorker | null
  readonly tell: () => void
}

/** Calls `tell` when a build has come that waits while another one serves; answers how to stop that. */
export const onWaiting = (registration: ServiceWorkerRegistration, { asked, tell }: Told): (() => void) => {
  const listening = new AbortController()
  const { signal } = listening
  const follow = () => {
    const coming = registration.installing
    const look = () => coming?.state === 'installed' && registration.active && tell()
    coming?.addEventListener('statechange', look, { signal })
  }
  if (registration.waiting && registration.waiting !== asked) tell()
  follow()
  registration.addEventListener('updatefound', follow, { signal })
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
