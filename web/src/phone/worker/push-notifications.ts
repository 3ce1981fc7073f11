import { PRODUCT } from '#contract/common.ts'
import { worker, type Page } from './scope.ts'

/** What a push says: that something waits, and where. Never more: it stands on a locked screen. */

const texts = {
  en: {
    request: 'A request is waiting for your answer.',
    alert: 'Something needs your attention as an admin.',
    test: 'Notifications arrive on this device.',
    other: 'Something is waiting for you.',
  },
  de: {
    request: 'Eine Anfrage wartet auf Ihre Antwort.',
    alert: 'Etwas braucht Ihre Aufmerksamkeit als Admin.',
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

/** What an unknown one says is what every one says: a browser wants each push to be shown. */
export const readMessage = (data: unknown): Message => {
  const { kind, language, requestId } = (data ?? {}) as Readonly<Record<string, unknown>>
  const known = language === 'de' ? 'de' : 'en'
  if ((kind === 'request' || kind === 'alert') && typeof requestId === 'string' && ID.test(requestId))
    return { kind, language: known, path: `/m/requests/${requestId}` }
  return kind === 'test'
    ? { kind, language: known, path: '/m/notifications' }
    : { kind: 'other', language: known, path: '/m' }
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

const tellPages = async (word: string): Promise<void> => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- its pages are of its own origin alone
  for (const page of await pages()) page.postMessage(word)
}

/**
 * The browser has ended or exchanged what it had subscribed to: a page that is open subscribes anew, else the next that is
 * opened. Not this worker: the server has to be told by the session, whose tokens pages alone renew; two who did so at
 * once would look like a thief and end it.
 */
export const tellSubscriptionChanged = (): Promise<void> => tellPages('push-subscription-changed')

/** One notification for each thing that waits, however often it is pushed. */
export const showPush = async (data: { json(): unknown } | null): Promise<void> => {
  const { kind, language, path } = readMessage(parsed(data))
  await worker.registration.showNotification(PRODUCT, {
    body: texts[language][kind],
    lang: language,
    // What waits and what alarms about one request are two.
    tag: kind === 'alert' ? `alert ${path}` : path,
    icon: '/m-icon-192.png',
    badge: '/m-badge-96.png',
    data: path,
  })
  if (kind === 'test') await tellPages('push-test-arrived')
}

/** Leads to what waits: in the window of the app that is open, or in a new one. */
export const openNotification = async (notification: Notification): Promise<void> => {
  notification.close()
  const url = new URL(String(notification.data ?? '/m'), location.origin).href
  const open = (await pages()).filter((page) => /^\/m(\/|$)/.test(new URL(page.url).pathname))
  const there = open.find((page) => page.url === url)
  if (there) return void (await there.focus())
  const page = open.find(({ focused }) => focused) ?? open[0]
  if (!page) return void (await worker.clients.openWindow(url))
  try {
    await (await page.focus()).navigate(url)
  } catch {
    // It was opened before this worker was there.
    await worker.clients.openWindow(url)
  }
}
