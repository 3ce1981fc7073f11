import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { devices } from '#contract/accounts/devices.ts'
import { login } from '#contract/accounts/sessions.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped, type Looks } from '#support/browser/browser.ts'
import { go, goHome, openByPasskey, openByPin, openPair, PIN } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { casesOfRun, isLong } from '#support/rounds.ts'

openSite({ timeout: 180_000 })

/** In `npm test` the first. */
const ends = casesOfRun(['confirmed', 'stopped'] as const)

const on = () => ({ browser, origin: product.origin })

/** Signs in on a further phone and sets up a PIN, which waits. Returns its page and the path of the page about it. */
const openWaiting = async (email: string, looks: Looks = {}) => {
  const page = await openPage(browser, product.origin, { width: 390, height: 844, ...looks })
  await signIn(page, email, { kind: 'mobile' })
  await page.goto('/m/device')
  await page.getByText(/^(None of your devices can confirm|Keines Ihrer Geräte kann es hier)/).waitFor()
  await expectAccessible(page, 'before a further device')
  await picture(page, `waiting-1-before-${looks.locale ?? 'en'}`, true)
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByLabel(/^(Repeat PIN|PIN wiederholen)$/).fill(PIN)
  await page.getByRole('button', { name: /^(Set up PIN|PIN einrichten)$/ }).click()
  await page
    .getByText(/^(This device cannot sign before|Dieses Gerät kann erst ab)/)
    .first()
    .waitFor()
  await expectAccessible(page, 'a device that waits')
  await picture(page, `waiting-2-set-up-${looks.locale ?? 'en'}`, true)
  return page
}

const openDesk = async (email: string, path: string, looks: Looks = {}): Promise<Page> => {
  const desk = await openPage(browser, product.origin, { width: 1280, height: 800, ...looks })
  await signIn(desk, email)
  await desk.goto(path)
  return desk
}

describe.skipIf(noBrowser !== null)(`a further device${whySkipped}`, { timeout: 120_000 }, () => {
  test.runIf(ends.includes('confirmed'))(
    'waits until a colleague has compared its code and signed for it',
    async () => {
      const [anna, ben] = await openPair(product)
      const hers = await openByPin(on(), anna)
      await openByPin(on(), ben)
      const fresh = await openWaiting(ben)
      await fresh.getByRole('link', { name: 'What you can do' }).first().click()
      await fresh.getByText(anna).waitFor()
      const code = await fresh.getByText(/^[0-9A-Z]{2}-[0-9A-Z]{3}$/).innerText()
      await expectAccessible(fresh, 'what its owner can do')
      await picture(fresh, 'waiting-3-own', true)

      await go(hers.page, 'Inbox')
      await hers.page.getByRole('link', { name: ben }).waitFor()
      await expectAccessible(hers.page, 'an inbox with a waiting device')
      await picture(hers.page, 'waiting-4-inbox')
      await hers.page.getByRole('link', { name: ben }).click()
      const field = hers.page.getByLabel('Code on the new device')
      await field.fill('00-000')
      await hers.page.getByRole('button', { name: 'Vouch' }).click()
      await hers.page.getByText('This is not the code of this device.').waitFor()
      await expectAccessible(hers.page, 'a wrong code')
      await picture(hers.page, 'waiting-5-vouch', true)
      await field.fill(code)
      await hers.page.getByRole('button', { name: 'Vouch' }).click()
      await picture(hers.page, 'waiting-6-sheet')
      await hers.sign('Sign and vouch')
      await hers.page.getByRole('heading', { name: 'Vouched' }).and(hers.page.locator(':focus')).waitFor()
      await expectAccessible(hers.page, 'vouched')
      await picture(hers.page, 'waiting-7-vouched')

      await fresh.getByText('This device no longer waits: it can sign.').waitFor()
      await goHome(hers)
      expect(await hers.page.getByRole('link', { name: ben }).count()).toBe(0)
    },
  )

  test.runIf(ends.includes('stopped'))(
    'is stopped by its owner or by an admin before it has signed anything',
    async () => {
      const [anna, ben, id] = await openPair(product)
      const his = await openByPin(on(), ben)
      const { access_token: token } = await product.call(login, { body: { email: ben, password: PASSWORD } })
      const waitingId = async () =>
        (await product.call(devices, { token })).find(({ state }) => state === 'waiting')!.id

      const dark = { colorScheme: 'dark', locale: 'de-DE', width: 320, height: 640 } as const
      const first = await openWaiting(ben, dark)
      const link = `/m/devices/${await waitingId()}`
      await first.getByRole('link', { name: 'Was Sie tun können' }).first().click()
      await first.getByText('Code dieses Geräts').waitFor()
      await expectAccessible(first, 'what its owner can do, in the dark')
      await picture(first, 'waiting-8-own-dark-de', true)
      await his.page.goto('/m/device')
      await his.page.getByText(/^Cannot sign before/).waitFor()
      await expectAccessible(his.page, 'the list with a waiting device')
      await picture(his.page, 'waiting-9-list', true)
      // As the mail links to it.
      await his.page.goto(link)
      expect(await his.page.getByText('Code of this device').count()).toBe(0)
      await his.page.getByRole('button', { name: /^Stop / }).click()
      await picture(his.page, 'waiting-10-stop', true)
      await his.page.getByRole('button', { name: 'Yes, stop it' }).click()
      await his.page.getByRole('heading', { name: 'Stopped' }).waitFor()
      await expectAccessible(his.page, 'stopped')
      await picture(his.page, 'waiting-11-stopped')
      await his.page.goto(link)
      await his.page.getByText(/^This device no longer waits/).waitFor()
      await first.getByText(/^Dieses Gerät wartet nicht mehr/).waitFor()

      await openWaiting(ben)
      const desk = await openDesk(anna, `/workspace/${id}`)
      await desk.getByRole('button', { name: ben, exact: true }).click()
      const drawer = desk.getByRole('dialog')
      await drawer.getByText(/^Cannot sign before/).waitFor()
      await picture(desk, 'waiting-12-drawer')
      // The tabs are half below the header.
      await desk.evaluate('scrollTo(0, 0)')
      await expectAccessible(desk, 'a participant with a waiting device')
      await drawer.getByRole('button', { name: /^Stop / }).click()
      await expectAccessible(desk, 'a question before stopping')
      await picture(desk, 'waiting-13-stop-desk')
      await desk.getByRole('button', { name: 'Yes, stop it' }).click()
      await desk.getByText(/was stopped and cannot sign/).waitFor()
      await desk.getByText(/^Cannot sign before/).waitFor({ state: 'detached' })
      expect(await product.call(devices, { token })).toMatchObject([{ state: 'usable' }])

      // In `npm test` DevicesSection.test.tsx says this of the account page.
      if (!isLong()) return
      await openByPin(on(), anna)
      await openWaiting(anna)
      const account = await openDesk(anna, '/account', { locale: 'de-DE', colorScheme: 'dark' })
      await account.getByText(/^Kann erst ab/).waitFor()
      await expectAccessible(account, 'the account with a waiting device')
      await picture(account, 'waiting-14-account-dark-de', true)
    },
  )

  test('is confirmed at once with a passkey of the same person', async () => {
    const [anna] = await openPair(product)
    const { page } = await openByPasskey(on(), anna, { colorScheme: 'light' })
    await page.goto('/m/device')
    await page.getByRole('button', { name: 'Set up this device again' }).click()
    await page.getByLabel('PIN', { exact: true }).fill(PIN)
    await page.getByLabel('Repeat PIN').fill(PIN)
    await page.getByRole('button', { name: 'Set up PIN' }).click()
    const sheet = page.getByRole('dialog', { name: 'Confirm new device' })
    await sheet.getByRole('button', { name: 'I have none at hand' }).waitFor()
    await expectAccessible(page, 'a further device to confirm')
    await picture(page, 'waiting-15-confirm')
    await sheet.getByRole('button', { name: 'Confirm new device' }).click()
    await page.getByText('This device is ready to sign.').waitFor()
  })
})
