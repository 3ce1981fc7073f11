import { subscribePush, testPush, unsubscribePush, type TestOutcome } from '#contract/pushes.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { isPushOff, readRegistered, remember } from './registered.ts'
import { registerWorker } from './service-worker.ts'

export type PushState =
  /** iOS shows notifications only for apps on the home screen. */
  'install-first' | 'unsupported' | 'denied' | 'off' | 'on'

const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad pretends to be a Mac.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Whether the app can only be installed by hand, with the words of Safari. */
export const isInstalledByHand = (): boolean => isIos() && !isInstalled()

const worker = async (): Promise<ServiceWorkerRegistration> => {
  const registration = await registerWorker()
  if (!registration) throw new Error('this browser has no service worker')
  return registration.active ? registration : navigator.serviceWorker.ready
}

/** Returns the state of notifications for this user in this browser. */
export const pushState = async (userId: string): Promise<PushState> => {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush) return isInstalledByHand() ? 'install-first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (isPushOff(userId)) return 'off'
  return (await (await worker()).pushManager.getSubscription()) ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const isFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey
  return own !== null && new Uint8Array(own).every((byte, at) => byte === key[at])
}

const register = async (subscription: PushSubscription, userId: string): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth } }
  remember({ id: (await call(subscribePush, { body })).id, userId })
}

/** Returns a subscription for `publicKey`. Replaces one for an older key of the server, which receives nothing any more. */
const subscribeWith = async (pushManager: PushManager, publicKey: string): Promise<PushSubscription> => {
  const key = bytesOf(publicKey)
  const current = await pushManager.getSubscription()
  if (current && isFor(current, key)) return current
  await current?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for permission and subscribes. Returns the new state. Throws the error of the browser or the server. */
export const turnOn = async (userId: string, publicKey: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId)
  const subscription = await subscribeWith((await worker()).pushManager, publicKey)
  try {
    await register(subscription, userId)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** Ends the subscription in this browser. The server drops its part with the session. */
const unsubscribe = async (registration: ServiceWorkerRegistration | undefined): Promise<void> => {
  remember(null)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}

/** What the Badging API offers; many browsers have none. */
type Badging = { setAppBadge?(count: number): Promise<void> }

/** Shows on the app's icon how many requests wait, where the device can; 0 shows nothing. */
export const showBadge = (count: number): void =>
  void (navigator as Badging).setAppBadge?.(count).catch(() => undefined)

/**
 * Closes the notifications of requests that do not wait any more, and the silent ones, which say that something is over. A check that was
 * answered on another device leaves one behind.
 */
export const closeAnswered = async (
  registration: ServiceWorkerRegistration,
  waiting: readonly string[],
): Promise<void> => {
  for (const notification of await registration.getNotifications()) {
    const id = /^\/m\/requests\/([^/]+)$/.exec(notification.tag)?.[1]
    if (notification.silent || (id !== undefined && !waiting.includes(id))) notification.close()
  }
}

/** Turns notifications off in this browser. Throws if the server cannot be reached. */
export const turnOff = async (): Promise<void> => {
  const id = readRegistered()?.id
  if (id !== undefined)
    await call(unsubscribePush, { params: { id } }).catch((error: unknown) => {
      if (!isApiError(error, 'push.not-found')) throw error
    })
  await unsubscribe(await worker())
}

/** Ends notifications in this browser after sign-out, and the count on the app's icon. */
export const forgetSubscription = async (): Promise<void> => {
  showBadge(0)
  await unsubscribe(await navigator.serviceWorker?.getRegistration('/m'))
}

/**
 * Registers the subscription again at each start, for users who turned notifications on: the session may be new, the server
 * may have dropped the subscription or changed its key, and the browser may have ended it.
 */
export const renewSubscription = async (
  { pushManager }: ServiceWorkerRegistration,
  userId: string,
): Promise<void> => {
  if (readRegistered()?.userId !== userId || !navigator.onLine || Notification.permission !== 'granted')
    return
  const { push } = await call(authOptions)
  if (push) await register(await subscribeWith(pushManager, push.publicKey), userId)
}

/** Sends a test notification. Returns `off` if the server does not know this browser any more. */
export const sendTestPush = async (): Promise<TestOutcome | 'off'> => {
  try {
    return (await call(testPush)).outcome
  } catch (error) {
    if (isApiError(error, 'push.not-found')) return 'off'
    throw error
  }
}

const onWorkerMessage = (message: string, notify: () => void): (() => void) => {
  const workers = navigator.serviceWorker
  const listen = ({ data }: MessageEvent) => data === message && notify()
  workers?.addEventListener('message', listen)
  return () => workers?.removeEventListener('message', listen)
}

/** Calls `notify` when a test notification arrives. Returns a function that stops this. */
export const onTestArrived = (notify: () => void): (() => void) =>
  onWorkerMessage('push-test-arrived', notify)

/** Calls `notify` when the browser ends or replaces the subscription. Returns a function that stops this. */
export const onSubscriptionChanged = (notify: () => void): (() => void) =>
  onWorkerMessage('push-subscription-changed', notify)
