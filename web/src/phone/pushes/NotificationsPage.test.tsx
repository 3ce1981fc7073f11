import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribePush, testPush, unsubscribePush } from '#contract/pushes.ts'
import { authOptions } from '#contract/accounts/visitors.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderAt } from '../../testing/render.tsx'
import { ids, optionsOf, signIn } from '../../testing/samples.ts'
import { PhoneSessionProvider } from '../accounts/sessions/phone-session.tsx'
import { ServiceWorkerHost } from '../install/ServiceWorkerHost.tsx'
import { NotificationsPage } from './NotificationsPage.tsx'
import { renewSubscription } from '../background/subscription.ts'

const KEY = 'B'.padEnd(87, 'A')
const keys = { p256dh: KEY, auth: 'A'.repeat(22) }
const endpoint = 'https://push.example/1'

/** Fakes the Web Push API of a browser. */
const fakeBrowser = (permission: NotificationPermission, answer: NotificationPermission = 'granted') => {
  const events = new EventTarget()
  let current: ReturnType<typeof newSubscription> | null = null
  const newSubscription = (applicationServerKey: ArrayBuffer) => ({
    options: { applicationServerKey },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: vi.fn(async () => {
      current = null
      return true
    }),
  })
  const subscribe = vi.fn(
    async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      current = newSubscription(applicationServerKey.buffer)
      return current
    },
  )
  const pushManager = { getSubscription: async () => current, subscribe }
  const registration = Object.assign(new EventTarget(), {
    active: {},
    pushManager,
    getNotifications: async () => [],
  })
  const workers = Object.assign(events, {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  })
  const notification = {
    permission,
    requestPermission: async () => (notification.permission = answer),
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', {})
  vi.stubEnv('DEV', false)
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  return {
    subscribe,
    registration: registration as unknown as ServiceWorkerRegistration,
    current: () => current,
    permit: (given: NotificationPermission) => (notification.permission = given),
    /** Simulates a message from the service worker. */
    post: (data: string) => events.dispatchEvent(new MessageEvent('message', { data })),
  }
}

beforeEach(() => signIn())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  localStorage.clear()
})

const open = (push: { publicKey: string } | null = { publicKey: KEY }) => {
  const api = fakeApi()
  api.answer(authOptions, optionsOf({ push }))
  const shown = renderAt(
    '/notifications',
    <PhoneSessionProvider>
      <NotificationsPage />
    </PhoneSessionProvider>,
  )
  return { api, ...shown }
}
const button = (name: string) => screen.findByRole('button', { name })

test('without Web Push on the server, the page offers nothing', async () => {
  open(null)
  await screen.findByText(/not set up on this server/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('without Web Push in the browser, the page refers to e-mails', async () => {
  open()
  await screen.findByText(/This browser cannot show notifications/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('in Safari on an iPhone, the page explains how to add the app to the home screen', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)')
  open()
  await screen.findByText(/Add to Home Screen/)
  vi.restoreAllMocks()
})

test('blocked notifications can only be allowed in the settings', async () => {
  fakeBrowser('denied')
  open()
  await screen.findByText(/are blocked in this browser/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('turning on registers the browser, and the test shows when it was sent and when it arrived', async () => {
  const browser = fakeBrowser('default')
  const { api, person } = open()
  api.answer(subscribePush, { id: ids.request })
  api.answer(testPush, { outcome: 'accepted' })
  await person.click(await button('Turn on notifications'))
  await screen.findByText('Notifications are on for this device.')
  expect(api.sentTo(subscribePush)).toMatchObject([{ body: { endpoint, keys } }])
  expect(browser.subscribe).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }))

  await person.click(await button('Send me a test'))
  await screen.findByText(/^Sent\./)
  browser.post('push-test-arrived')
  await screen.findByText(/The test has arrived/)

  api.answer(testPush, { outcome: 'away' })
  await person.click(await button('Send me a test'))
  await screen.findByText(/cannot be reached at the moment/)
})

test('explains where to change a refused permission', async () => {
  fakeBrowser('default', 'denied')
  const { person } = open()
  await person.click(await button('Turn on notifications'))
  await screen.findByText(/are blocked in this browser/)
})

test('unsubscribes the browser if the server rejects the subscription', async () => {
  const browser = fakeBrowser('granted')
  const { api, person } = open()
  api.refuse(subscribePush, 'push.not-taken')
  await person.click(await button('Turn on notifications'))
  await screen.findByText(/notification service of this browser is not supported/)
  expect(browser.current()).toBeNull()
})

test('says that the browser cannot reach its push service', async () => {
  const browser = fakeBrowser('granted')
  browser.subscribe.mockRejectedValueOnce(new DOMException('push service error', 'AbortError'))
  const { person } = open()
  await person.click(await button('Turn on notifications'))
  await screen.findByText(/could not reach its notification service/)
})

test('turning off ends the subscription in the browser and on the server', async () => {
  const browser = fakeBrowser('granted')
  const { api, person } = open()
  api.answer(subscribePush, { id: ids.request })
  api.answer(unsubscribePush, {})
  await person.click(await button('Turn on notifications'))
  await person.click(await button('Turn off'))
  await screen.findByText('Notifications are off on this device.')
  expect(api.sentTo(unsubscribePush)).toMatchObject([{ params: { id: ids.request } }])
  expect(browser.current()).toBeNull()
})

test('a test for a browser that the server no longer knows offers to turn notifications on again', async () => {
  fakeBrowser('granted')
  const { api, person } = open()
  api.answer(subscribePush, { id: ids.request })
  api.refuse(testPush, 'push.not-found')
  await person.click(await button('Turn on notifications'))
  await person.click(await button('Send me a test'))
  await screen.findByText(/The server no longer knows this browser/)
  await person.click(await button('Turn on notifications'))
  await screen.findByText('Notifications are off on this device.')
})

test('each start registers the subscription again, only for the user who turned it on', async () => {
  const browser = fakeBrowser('granted')
  const { api, person } = open()
  api.answer(subscribePush, { id: ids.request })
  await person.click(await button('Turn on notifications'))
  await screen.findByText('Notifications are on for this device.')
  await renewSubscription(browser.registration, ids.participant)
  expect(api.sentTo(subscribePush)).toHaveLength(1)
  await renewSubscription(browser.registration, ids.user)
  expect(api.sentTo(subscribePush)).toHaveLength(2)
  expect(browser.subscribe).toHaveBeenCalledOnce()
})

/** Turns notifications on. `start` simulates the next start of the app. */
const turnedOn = async () => {
  const browser = fakeBrowser('granted')
  const { api, person } = open()
  api.answer(subscribePush, { id: ids.request })
  await person.click(await button('Turn on notifications'))
  await screen.findByText('Notifications are on for this device.')
  const start = () => renewSubscription(browser.registration, ids.user)
  return { api, browser, person, start }
}

test('a new server key replaces the subscription at the next start', async () => {
  const { api, browser, start } = await turnedOn()
  const previous = browser.current()!
  const publicKey = 'B'.padEnd(87, 'C')
  api.answer(authOptions, optionsOf({ push: { publicKey } }))
  await start()
  expect(previous.unsubscribe).toHaveBeenCalledOnce()
  expect(browser.subscribe).toHaveBeenCalledTimes(2)
  const used = new Uint8Array(browser.current()!.options.applicationServerKey)
  expect(Buffer.from(used).toString('base64url')).toBe(
    Buffer.from(publicKey, 'base64url').toString('base64url'),
  )
  expect(api.sentTo(subscribePush)).toHaveLength(2)
})

test('the next start renews a lost subscription, unless notifications are blocked or off', async () => {
  const { api, browser, person, start } = await turnedOn()
  await browser.current()!.unsubscribe()
  browser.permit('denied')
  await start()
  expect(browser.subscribe).toHaveBeenCalledOnce()
  browser.permit('granted')
  await start()
  expect(browser.subscribe).toHaveBeenCalledTimes(2)
  expect(api.sentTo(subscribePush)).toHaveLength(2)

  api.answer(unsubscribePush, {})
  await person.click(await button('Turn off'))
  await screen.findByText('Notifications are off on this device.')
  await start()
  expect(browser.subscribe).toHaveBeenCalledTimes(2)
})

test('an open app renews the subscription as soon as the browser ends it', async () => {
  const { api, browser } = await turnedOn()
  renderAt(
    '/notifications',
    <PhoneSessionProvider>
      <ServiceWorkerHost />
    </PhoneSessionProvider>,
  )
  await waitFor(() => expect(api.sentTo(subscribePush)).toHaveLength(2))
  await browser.current()!.unsubscribe()
  browser.post('push-subscription-changed')
  await waitFor(() => expect(api.sentTo(subscribePush)).toHaveLength(3))
  expect(browser.subscribe).toHaveBeenCalledTimes(2)
})
