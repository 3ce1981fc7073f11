import { isDeepStrictEqual } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRequest } from '#contract/requests/requests.ts'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { randomToken } from '#platform/primitives/ids.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import {
  noBrowser,
  openBrowser,
  openPage,
  picture,
  signIn,
  whySkipped,
  type Until,
} from '#support/browser/browser.ts'
import { sharedBrowser } from '#support/browser/site.ts'
import { eventually } from '#support/eventually.ts'
import { isLong } from '#support/rounds.ts'
import { openReverseProxy, type ReverseProxy } from '#support/servers/reverse-proxy.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '#support/product/local-product.ts'
import { CONFIRMED, ask, ended, open, openByPin, type } from '#support/browser/phones.ts'

const [boss, approver] = ['boss@example.com', 'approver@example.com']
const title = 'Pay the invoice of March'

let product: LocalProduct
/** Shows notifications and can install the app. */
let browser: Browser
let front: ReverseProxy
let requestId = ''

beforeAll(async () => {
  if (noBrowser) return
  product = await openLocalProduct({ VAPID_PRIVATE_KEY: randomToken() })
  front = await openReverseProxy(product.origin)
  browser = await openBrowser('whole')
  const { token } = await product.account(boss)
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Payments' } })
  const invited = await product.account(approver)
  const body = { email: approver, role: 'regular user', approver: true, requester: false } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(approver, /Payments/), '/users/invite/')
  await product.call(acceptInvite, {
    token: invited.token,
    params: { id: link.searchParams.get('invitationUuid')! },
  })
  const asked = { type: 'approval', title, anyApprover: true } as const
  requestId = (await product.call(createRequest, { token, params: { id }, body: asked })).id
})
const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  await browser?.close()
  front?.close()
  await product?.close()
})

/** The approver's phone app, signed in, with its files cached. */
const openPhone = async (on: Browser, until?: Until): Promise<Page> => {
  const page = await openPage(on, front.origin, { serviceWorkers: 'allow' }, until)
  await signIn(page, approver, { kind: 'mobile' })
  await page.goto('/m')
  await page.getByText(title).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  return page
}

let shared: Promise<Page> | undefined
/** The same for several tests: to fetch and keep all files takes seconds. */
const usePhone = (): Promise<Page> => (shared ??= openPhone(browser, (close) => closing.push(close)))

/** Checks for a new build, as the app does when it comes to the front. */
const checkForBuild = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.getRegistration('/m').then((own) => own.update()).then(() => true)`)
/** Asks again, because a browser drops a build whose files it could not load. */
const buildWaits = (page: Page) =>
  eventually(async () => {
    await checkForBuild(page)
    expect(await states(page)).toEqual(['activated', 'installed', null])
  })
const cacheNames = (page: Page) => page.evaluate<string[]>('caches.keys()')
const states = (page: Page) =>
  page.evaluate<(string | null)[]>(
    `navigator.serviceWorker.getRegistration('/m').then(({ active, waiting, installing }) =>
      [active, waiting, installing].map((one) => one && one.state))`,
  )

test.skipIf(noBrowser !== null)(`the phone app can be installed${whySkipped}`, async () => {
  const page = await usePhone()
  const cdp = await page.context().newCDPSession(page)
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Test pages have no persistent profile.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { data, errors, url } = await cdp.send('Page.getAppManifest')
  expect({ errors, url }).toEqual({ errors: [], url: `${front.origin}/m-manifest.webmanifest` })
  const manifest = JSON.parse(data!)
  expect(manifest).toMatchObject({ name: 'Vieraugen', id: '/m', start_url: '/m', scope: '/m' })
  expect(manifest.shortcuts).toMatchObject([{ name: 'Check a call', url: '/m/new/check' }])
  const response = await fetch(`${front.origin}/m-manifest-de.webmanifest`)
  const shortcuts = [{ ...manifest.shortcuts[0], name: 'Anruf prüfen' }]
  expect(await response.json()).toEqual({ ...manifest, shortcuts })
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate<string>(`(async () => {
        const { width, height } = await createImageBitmap(await (await fetch('${src}')).blob())
        return width + 'x' + height
      })()`)
    expect({ src, size }).toEqual({ src, size: sizes })
  }
})

test.skipIf(noBrowser !== null)(
  `the notifications page shows the state of the browser${whySkipped}`,
  async () => {
    const page = await usePhone()
    await page.goto('/m/account')
    await page.getByRole('link', { name: /Notifications/ }).click()
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor()
    await page.getByText(/^Notifications (are off|from this site are blocked)/).waitFor()
    await picture(page, 'phone-notifications')
    await expectAccessible(page, 'notifications')
  },
)

/** Delivers a push message to the browser. */
const push = async (page: Page, data: object): Promise<void> => {
  await page.context().grantPermissions(['notifications'], { origin: front.origin })
  const cdp = await page.context().newCDPSession(page)
  const registration = Promise.withResolvers<string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${front.origin}/m`)
    if (own) registration.resolve(own.registrationId)
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: front.origin,
    registrationId: await registration.promise,
    data: JSON.stringify(data),
  })
}

const shownOn = (page: Page) =>
  page.evaluate<{ title: string; body: string; tag: string; data: string }[]>(
    `navigator.serviceWorker.getRegistration('/m').then((own) => own.getNotifications())
        .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`,
  )

const looksOf = (page: Page) =>
  page.evaluate<object[]>(
    `navigator.serviceWorker.getRegistration('/m').then((own) => own.getNotifications()).then((all) =>
        all.map(({ requireInteraction, renotify, silent }) => ({ requireInteraction, renotify, silent: silent === true })))`,
  )

/** Delivers a push message and returns what is shown. Delivers it again if nothing is shown: Chromium drops one now and then. */
const pushed = (page: Page, data: object) =>
  eventually(async () => {
    await push(page, data)
    return vi.waitUntil(async () => (await shownOn(page)).length > 0 && shownOn(page), { timeout: 4_000 })
  })

/** Simulates a click on the notification in the service worker, because tests cannot click on one. Returns the opened URLs. */
const clickOnNotification = async (page: Page): Promise<string[]> => {
  const [worker] = page.context().serviceWorkers()
  return worker!.evaluate<string[]>(`(async () => {
    const opened = []
    WindowClient.prototype.focus = async function () { return this }
    clients.openWindow = async (url) => void opened.push(url)
    const [notification] = await registration.getNotifications()
    const click = new NotificationEvent('notificationclick', { notification })
    let done
    click.waitUntil = (work) => { done = work }
    dispatchEvent(click)
    await done
    return opened
  })()`)
}

test.skipIf(noBrowser !== null)(
  `a push notification reveals nothing about the request, and a click opens it${whySkipped}`,
  async () => {
    const page = await usePhone()
    const message = { kind: 'request', requestId, language: 'de' }
    const path = `/m/requests/${requestId}`
    expect(await pushed(page, message)).toEqual([
      { title: 'Vieraugen', body: 'Eine Anfrage wartet auf Ihre Antwort.', tag: path, data: path },
    ])
    // An open window of the app navigates there.
    expect(await clickOnNotification(page)).toEqual([])
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await shownOn(page)).toEqual([])

    // If the browser ends the subscription, the page is told to make a new one.
    await page.evaluate(
      `void (window.workerMessage = new Promise((resolve) => navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data))))`,
    )
    const [worker] = page.context().serviceWorkers()
    await worker!.evaluate(`dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))`)
    expect(await page.evaluate('window.workerMessage')).toBe('push-subscription-changed')

    // A call check rings and stays until it is over; the app is in front, so that nothing remains then.
    const check = { ...message, about: 'check' }
    expect(await pushed(page, check)).toMatchObject([
      { body: 'Jemand prüft einen Anruf mit Ihnen: Antworten Sie innerhalb von 5 Minuten.', tag: path },
    ])
    expect(await looksOf(page)).toEqual([{ requireInteraction: true, renotify: true, silent: false }])
    await eventually(async () => {
      await push(page, { ...check, isOver: true })
      await vi.waitUntil(async () => (await shownOn(page)).length === 0, { timeout: 4_000 })
    })

    expect(await pushed(page, message)).toHaveLength(1)
    await page.goto('/privacy')
    // Where no page is in front, the end takes the place of the question without a sound.
    await eventually(async () => {
      await page.context().serviceWorkers()[0]!.evaluate('void (clients.matchAll = async () => [])')
      await push(page, { ...check, isOver: true })
      const over = { requireInteraction: false, renotify: false, silent: true }
      await vi.waitUntil(async () => isDeepStrictEqual(await looksOf(page), [over]), { timeout: 4_000 })
    })
    expect(await clickOnNotification(page)).toEqual([front.origin + path])
  },
)

test.skipIf(noBrowser !== null)(
  `offline, the app shows its last data and allows no decision; sign-out deletes the data${whySkipped}`,
  async () => {
    const page = await openPhone(await sharedBrowser())
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText(title).waitFor()
    await page.getByText('No connection').waitFor()
    await page
      .getByText(/As of \d/)
      .first()
      .waitFor()
    await picture(page, 'phone-offline-1-inbox')
    await expectAccessible(page, 'the inbox without a network')
    await page.getByRole('link', { name: new RegExp(title) }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText('You can approve or decline only while you are online.').waitFor()
    await picture(page, 'phone-offline-2-request')
    const decline = page.getByRole('button', { name: 'Decline', disabled: true })
    await decline.waitFor()
    await decline.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await expectAccessible(page, 'a request without a network')
    // What a link of a mail or a notification opens, and was never read here.
    for (const path of ['/requests/x', '/find', '/several', '/changes/x', '/devices/x']) {
      await page.goto(`/m${path}`)
      await page.getByText('No connection').waitFor()
      await page.getByRole('heading', { level: 1, name: /./ }).waitFor()
      const loading = () => page.locator('main .loading').count()
      await expect.poll(loading, { message: path, timeout: 5_000 }).toBe(0)
    }
    await picture(page, 'phone-offline-3-never-read')

    await page.context().setOffline(false)
    await page.goto('/m/account')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Login' }).waitFor()
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(title)
  },
)

// In `npm test` the story of a decision, below, says the same of an approval.
test.runIf(noBrowser === null && isLong())(
  `a new build during a call check waits until the check is over${whySkipped}`,
  async () => {
    const hers = await openByPin({ browser, origin: product.origin }, boss)
    const his = await openByPin({ browser, origin: front.origin }, approver, { serviceWorkers: 'allow' })
    const number = await ask(hers, his, 'While a build comes')
    await his.page.goto('/m')
    await open(his, 'While a build comes')
    await his.page.locator('[data-part=update]').waitFor({ state: 'attached' })
    await eventually(async () => expect(await states(his.page)).toEqual(['activated', null, null]))
    await type(his, number)
    front.newBuild()
    await buildWaits(his.page)
    await his.sign('Sign and confirm')
    for (const phone of [hers, his]) await ended(phone, CONFIRMED).waitFor()
    expect(await his.page.getByText('A new version is ready.').count()).toBe(0)
    expect(await states(his.page)).toEqual(['activated', 'installed', null])
    await his.page.getByRole('link', { name: 'Go to inbox' }).click()
    await his.page.getByText('A new version is ready.').waitFor()
  },
  120_000,
)

test.skipIf(noBrowser !== null)(
  `a new build waits during a decision, is offered in the inbox, and activates on “Reload”${whySkipped}`,
  async () => {
    const page = await openPhone(await sharedBrowser())
    await page.goto(`/m/requests/${requestId}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await eventually(async () => expect(await states(page)).toEqual(['activated', null, null]))
    const before = await cacheNames(page)
    // The page listens for new builds once it is idle.
    await page.locator('[data-part=update]').waitFor({ state: 'attached' })
    front.newBuild()
    await buildWaits(page)
    expect(await page.getByText('A new version is ready.').count()).toBe(0)
    await page.getByRole('link', { name: 'Inbox' }).click()
    await page.getByText('A new version is ready.').waitFor()
    await picture(page, 'phone-update')
    await expectAccessible(page, 'a new version')
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await eventually(async () => expect(await states(page)).toEqual(['activated', null, null]))
    expect(await cacheNames(page)).toEqual(before)
  },
)
