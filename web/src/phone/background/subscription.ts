import { subscribePush, testPush, unsubscribePush, type TestOutcome } from '#contract/pushes.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { call } from '#shared/api/api.ts'
import { isApiError } from '#shared/api-error.ts'
import { registerWorker } from './service-worker.ts'

/** Web Push of this browser: its own subscription, and what the server knows of it. */

export type PushState =
  /** iOS has notifications of apps on the home screen alone. */
  'install-first' | 'unsupported' | 'denied' | 'off' | 'on'

const KEPT_AS = 'vieraugen-push'
type Known = { readonly id: string; readonly userId: string }

const known = (): Known | null => {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Known | null
  } catch {
    return null
  }
}
const remember = (subscription: Known | null): void => {
  if (subscription) localStorage.setItem(KEPT_AS, JSON.stringify(subscription))
  else localStorage.removeItem(KEPT_AS)
}

const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad says that it is a Mac.
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

const worker = async (): Promise<ServiceWorkerRegistration> => {
  const registration = await registerWorker()
  if (!registration) throw new Error('this browser has no service worker')
  return registration.active ? registration : navigator.serviceWorker.ready
}

/** How it stands with notifications for this person in this browser. */
export const pushState = async (userId: string): Promise<PushState> => {
  const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!canPush) return isIos() && !isInstalled() ? 'install-first' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission !== 'granted' || known()?.userId !== userId) return 'off'
  return (await (await worker()).pushManager.getSubscription()) ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const isFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const own = options.applicationServerKey
  return own !== null && new Uint8Array(own).every((byte, at) => byte === key[at])
}

const tellServer = async (subscription: PushSubscription, userId: string): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth } }
  remember({ id: (await call(subscribePush, { body })).id, userId })
}

/** By the key that the server has today: what was subscribed by another is ended, as nothing comes there any more. */
const subscriptionBy = async (pushManager: PushManager, publicKey: string): Promise<PushSubscription> => {
  const key = bytesOf(publicKey)
  const current = await pushManager.getSubscription()
  if (current && isFor(current, key)) return current
  await current?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for the permission, and subscribes; answers how it stands then. Throws what the server or the browser says. */
export const turnOn = async (userId: string, publicKey: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(userId)
  const subscription = await subscriptionBy((await worker()).pushManager, publicKey)
  try {
    await tellServer(subscription, userId)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return 'on'
}

/** In this browser at least; what the server still has ends with the session. */
const unsubscribe = async (registration: ServiceWorkerRegistration | undefined): Promise<void> => {
  remember(null)
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}

/** No more notifications in this browser. Throws when the server could not be told. */
export const turnOff = async (): Promise<void> => {
  const id = known()?.id
  if (id !== undefined)
    await call(unsubscribePush, { params: { id } }).catch((error: unknown) => {
      if (!isApiError(error, 'push.not-found')) throw error
    })
  await unsubscribe(await worker())
}

/** After somebody has signed out nothing says any more what waits for them. */
export const forgetSubscription = async (): Promise<void> =>
  unsubscribe(await navigator.serviceWorker?.getRegistration('/m'))

/**
 * For whoever has turned them on, once for each start: a session is a new one after each login, the server may have
 * forgotten or have another key, and the browser may have ended what it had.
 */
export const renewSubscription = async (
  { pushManager }: ServiceWorkerRegistration,
  userId: string,
): Promise<void> => {
  if (known()?.userId !== userId || !navigator.onLine || Notification.permission !== 'granted') return
  const { push } = await call(authOptions)
  if (push) await tellServer(await subscriptionBy(pushManager, push.publicKey), userId)
}

/** Sends a test; `off` when the server knows this browser no more. */
export const sendTestPush = async (): Promise<TestOutcome | 'off'> => {
  try {
    return (await call(testPush)).outcome
  } catch (error) {
    if (isApiError(error, 'push.not-found')) return 'off'
    throw error
  }
}

const onWord = (word: string, tell: () => void): (() => void) => {
  const workers = navigator.serviceWorker
  const listen = ({ data }: MessageEvent) => data === word && tell()
  workers?.addEventListener('message', listen)
  return () => workers?.removeEventListener('message', listen)
}

/** Calls `tell` when a test has come in; answers how to stop that. */
export const onTestArrived = (tell: () => void): (() => void) => onWord('push-test-arrived', tell)

/** The same when the browser has ended or exchanged the subscription. */
export const onSubscriptionChanged = (tell: () => void): (() => void) =>
  onWord('push-subscription-changed', tell)
