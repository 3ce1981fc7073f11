import { PRODUCT } from '#contract/common.ts'
import { worker, type Page } from './scope.ts'

/** A notification says only that something is waiting, because it is shown on a locked screen. */

const texts = {
  en: {
    request: 'A request is waiting for your answer.',
    check: 'Somebody checks a call with you: answer within 5 minutes.',
    over: 'The call check is over. There is nothing left to do.',
    expired: 'A request has expired. Nothing was approved.',
    expiredOwn: 'Your request has expired. Ask again, or call the people you asked.',
    signed: (given: number, of: number) => `Your request has ${given} of ${of} approvals. It waits for more.`,
    alert: 'Something needs your attention as an admin.',
    change: 'A change is waiting for your decision.',
    changeOver: 'The change is no longer waiting. There is nothing left to do.',
    lift: 'The operator wants to lift the protection of people. You can stop it.',
    liftOver: 'The lifting of the protection is no longer waiting. There is nothing left to do.',
    device: 'A new device is waiting.',
    paired: 'A phone was signed in to your account.',
    test: 'Notifications arrive on this device.',
    other: 'Something is waiting for you.',
  },
  de: {
    request: 'Eine Anfrage wartet auf Ihre Antwort.',
    check: 'Jemand prüft einen Anruf mit Ihnen: Antworten Sie innerhalb von 5 Minuten.',
    over: 'Die Anrufprüfung ist vorbei. Sie müssen nichts mehr tun.',
    expired: 'Eine Anfrage ist abgelaufen. Es wurde nichts freigegeben.',
    expiredOwn: 'Ihre Anfrage ist abgelaufen. Fragen Sie neu, oder rufen Sie an.',
    signed: (given: number, of: number) =>
      `Ihre Anfrage hat ${given} von ${of} Freigaben. Weitere fehlen noch.`,
    alert: 'Etwas braucht Ihre Aufmerksamkeit als Admin.',
    change: 'Eine Änderung wartet auf Ihre Entscheidung.',
    changeOver: 'Die Änderung wartet nicht mehr. Sie müssen nichts mehr tun.',
    lift: 'Der Betreiber will den Schutz der Personen aufheben. Sie können das anhalten.',
    liftOver: 'Die Aufhebung des Schutzes wartet nicht mehr. Sie müssen nichts mehr tun.',
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
  /** How many signatures there are, and how many it takes. */
  readonly counts?: readonly [given: number, of: number]
  /** A notification replaces an earlier one with the same tag. By default the path. */
  readonly tag?: string
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)

/** A request that checks a call, and its end, look otherwise. */
const requestKind = (about: unknown, isOver: unknown): 'request' | 'check' | 'over' => {
  if (about !== 'check') return 'request'
  return isOver === true ? 'over' : 'check'
}

type Data = Readonly<Record<string, unknown>>
type Target = Omit<Message, 'language'>

/** What a message of each kind says and opens; null for one that is not as expected. */
const targets: { readonly [kind: string]: (data: Data) => Target | null } = {
  request: ({ requestId, about, isOver }) =>
    isId(requestId) ? { kind: requestKind(about, isOver), path: `/m/requests/${requestId}` } : null,
  expired: ({ requestId, isOwn }) =>
    isId(requestId)
      ? { kind: isOwn === true ? 'expiredOwn' : 'expired', path: `/m/requests/${requestId}` }
      : null,
  signed: ({ requestId, given, of }) =>
    isId(requestId) && typeof given === 'number' && typeof of === 'number'
      ? { kind: 'signed', path: `/m/requests/${requestId}`, counts: [given, of] }
      : null,
  // A request and an alert about it are two notifications.
  alert({ requestId }) {
    if (!isId(requestId)) return null
    const path = `/m/requests/${requestId}`
    return { kind: 'alert', path, tag: `alert ${path}` }
  },
  change: ({ workspaceId, changeId, isOver }) =>
    isId(workspaceId)
      ? {
          kind: isOver === true ? 'changeOver' : 'change',
          path: isId(changeId) ? `/m/changes/${changeId}` : '/m',
          tag: `changes ${workspaceId}`,
        }
      : null,
  lift: ({ liftId, isOver }) =>
    isId(liftId) ? { kind: isOver === true ? 'liftOver' : 'lift', path: '/m', tag: `lift ${liftId}` } : null,
  device: ({ deviceId }) => (isId(deviceId) ? { kind: 'device', path: `/m/devices/${deviceId}` } : null),
  paired: () => ({ kind: 'paired', path: '/m/account' }),
  test: () => ({ kind: 'test', path: '/m/notifications' }),
}

/** Reads a push message. An unknown one gets a general text, because browsers require a notification for every push. */
export const readMessage = (message: unknown): Message => {
  const data = (message ?? {}) as Data
  const { kind, language } = data
  const target = typeof kind === 'string' && Object.hasOwn(targets, kind) ? targets[kind]!(data) : null
  return { ...(target ?? { kind: 'other', path: '/m' }), language: language === 'de' ? 'de' : 'en' }
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

/** Vibrate, pause, vibrate, in milliseconds: like a telephone, and unlike anything else that this app shows. */
const RING = [400, 200, 400, 200, 400]

/** What says that something is over. */
const ENDS: readonly Message['kind'][] = ['over', 'expired', 'changeOver', 'liftOver']

/** Somebody on the line cannot wait: this one rings again, and stays until it is answered or over. */
const looks: Partial<Record<Message['kind'], object>> = {
  check: { requireInteraction: true, renotify: true, vibrate: RING },
  ...Object.fromEntries(ENDS.map((kind) => [kind, { silent: true }])),
}

/** Shows on the app's icon how many requests wait, where the device can. */
const showCount = async (data: unknown): Promise<void> => {
  const { waiting } = (data ?? {}) as { readonly waiting?: unknown }
  if (typeof waiting === 'number') await worker.navigator.setAppBadge?.(waiting).catch(() => undefined)
}

/** Closes what is shown about a question that is over, where the app is in front. */
const closeIfSeen = async (tag: string): Promise<void> => {
  if (!(await pages()).some(({ visibilityState }) => visibilityState === 'visible')) return
  for (const notification of await worker.registration.getNotifications({ tag })) notification.close()
}

/**
 * Shows a notification. It replaces an earlier one about the same thing. The end of a call check, a request, a change or a lifting is shown too, without a sound:
 * iPhones and Chromium take the right to send from an app that shows nothing. It goes where the app is in front, and otherwise when it is
 * opened.
 */
export const showPush = async (data: { json(): unknown } | null): Promise<void> => {
  const message = parsed(data)
  const { kind, language, path, tag = path, counts = [0, 0] } = readMessage(message)
  const text = texts[language][kind]
  await worker.registration.showNotification(PRODUCT, {
    body: typeof text === 'function' ? text(...counts) : text,
    lang: language,
    tag,
    icon: '/m-icon-192.png',
    badge: '/m-badge-96.png',
    data: path,
    ...looks[kind],
  })
  if (ENDS.includes(kind)) await closeIfSeen(tag)
  await showCount(message)
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
