import { PRODUCT } from '#contract/common.ts'
import { worker, type Page } from './scope.ts'

/** A notification says only that something is waiting, because it is shown on a locked screen. */

const texts = {
  en: {
    request: 'A request is waiting for your answer.',
    alert: 'Something needs your attention as an admin.',
    device: 'A new device is waiting.',
    paired: 'A phone was signed in to your account.',
    test: 'Notifications arrive on this device.',
    other: 'Something is waiting for you.',
  },
  de: {
    request: 'Eine Anfrage wartet auf Ihre Antwort.',
    alert: 'Etwas braucht Ihre Aufmerksamkeit als Admin.',
    device: 'Ein neues Gerät wartet.',
    paired: 'Ein Telefon wurde mit Ihrem Konto angemeldet.',
    test: 'Mitteilungen kommen auf diesem Gerät an.',
    other: 'Es wartet etwas auf Sie.',
  },
} as const

type Message = {
  readonly kind: keyof (typeof texts)['en']
  readonly language: keyof typeof texts
  path: string
}

const ID = /^[0-9a-f-]{36}$/

/** Reads a push message. An unknown one gets a general text, because browsers require a notification for every push. */
export const readMessage = (data: unknown): Message => {
  const { kind, language, requestId, deviceId } = (data ?? {}) as Readonly<Record<string, unknown>>
  const supported = language === 'de' ? 'de' : 'en'
  if ((kind === 'request' || kind === 'alert') && typeof requestId === 'string' && ID.test(requestId))
    return { kind, language: supported, path: `/m/requests/${requestId}` }
  if (kind === 'device' && typeof deviceId === 'string' && ID.test(deviceId))
    return { kind, language: supported, path: `/m/devices/${deviceId}` }
  if (kind === 'paired') return { kind, language: supported, path: '/m/account' }
  return kind === 'test'
    ? { kind, language: supported, path: '/m/notifications' }
    : { kind: 'other', language: supported, path: '/m' }
}

const parsed = (data: { json(): unknown } | null): unknown => {
  try {
    return data?.json()
  } catch {
    return null
  }
}

const pages = (): Promise<readonly Page[]> =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

const messagePages = async (message: string): Promise<void> => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has no target origin
  for (const page of await pages()) page.postMessage(message)
}

/**
 * Asks an open page to subscribe again after the browser ended the subscription; otherwise the next page does it at its start.
 * The worker cannot do it: only pages renew the session's tokens, and two renewals at once would look like a stolen token.
 */
export const reportSubscriptionChange = (): Promise<void> => messagePages('push-subscription-changed')

/** Shows a notification. It replaces an earlier one about the same thing. */
export const showPush = async (data: { json(): unknown } | null): Promise<void> => {
  const { kind, language, path } = readMessage(parsed(data))
  await worker.registration.showNotification(PRODUCT, {
    body: texts[language][kind],
    lang: language,
    // A request and an alert about it are two notifications.
    tag: kind === 'alert' ? `alert ${path}` : path,
    icon: '/m-icon-192.png',
    badge: '/m-badge-96.png',
    data: path,
  })
  if (kind === 'test') await messagePages('push-test-arrived')
}

/** Opens the target of a notification in an open window of the app, or in a new one. */
export const openNotification = async (notification: Notification): Promise<void> => {
  notification.close()
  const url = new URL(String(notification.data ?? '/m'), location.origin).href
  const open = (await pages()).filter((page) => /^\/m(\/|$)/.test(new URL(page.url).pathname))
  const match = open.find((page) => page.url === url)
  if (match) return void (await match.focus())
  const page = open.find(({ focused }) => focused) ?? open[0]
  if (!page) return void (await worker.clients.openWindow(url))
  try {
    await (await page.focus()).navigate(url)
  } catch {
    // This worker does not control the page yet.
    await worker.clients.openWindow(url)
  }
}
