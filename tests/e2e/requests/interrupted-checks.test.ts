import { describe, expect, test } from 'vitest'
import { devices, removeDevice } from '#contract/accounts/devices.ts'
import { approveRequest } from '#contract/requests/decisions.ts'
import { login } from '#contract/accounts/sessions.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product, untilFileEnds } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { casesOfRun } from '#support/rounds.ts'
import {
  CONFIRMED,
  DENIED,
  ask,
  ended,
  goHome,
  open,
  openByPin,
  openPair,
  PIN,
  type,
  type Phone,
} from '#support/browser/phones.ts'

const FIVE_MINUTES = 5 * 60_000

openSite({ settings: { RATE_FACTOR: '100' }, timeout: 180_000, prepare: () => openBoth() })

/** In `npm test` one of each two. */
const interruptions = [
  ...casesOfRun(['withdrawn offline', 'withdrawn while signing'] as const),
  ...casesOfRun(['expired', 'device removed'] as const),
]
const isTried = (interruption: (typeof interruptions)[number]) => interruptions.includes(interruption)

type Both = readonly [asks: Phone, answers: Phone]
let both: Both
/** Two phones for all tests, each of which ends its check. */
const openBoth = async () => {
  const on = { browser, origin: product.origin, until: untilFileEnds }
  const [anna, ben] = await openPair(product)
  both = [await openByPin(on, anna), await openByPin(on, ben)]
}
const useBoth = async (): Promise<Both> => {
  await goHome(both[1])
  return both
}
const sheetOf = ({ page }: Phone) => page.getByRole('dialog', { name: 'Sign and confirm' })
const pressSign = (phone: Phone) => sheetOf(phone).getByRole('button', { name: 'Sign and confirm' })
const typePin = (phone: Phone) => sheetOf(phone).getByLabel('PIN of this device').fill(PIN)
const sendAgain = (phone: Phone) => sheetOf(phone).getByRole('button', { name: 'Send again' })
/** Loses the next answer of an operation after the server has executed it. */
const loseAnswer = ({ page }: Phone, path: string) =>
  page.route(
    `**${path.replace(/\{\w+\}/, '*')}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
/** Waits for a result. It takes the focus, because the buttons that had it are gone. */
const seesResult = async (phone: Phone, words: string | RegExp): Promise<void> => {
  await ended(phone, words).and(phone.page.locator(':focus')).waitFor()
  expect(await phone.page.getByRole('dialog').count()).toBe(0)
}

describe.skipIf(noBrowser !== null)(`an interrupted call check${whySkipped}`, { timeout: 120_000 }, () => {
  test('without a connection for the approver signs nothing, and a lost answer counts once', async () => {
    const [hers, his] = await useBoth()
    const number = await ask(hers, his, 'In the tunnel')
    await open(his, 'In the tunnel')
    await type(his, number === '46' ? '47' : '46')
    await his.page.context().setOffline(true)
    await sheetOf(his).getByText('No connection').waitFor()
    await typePin(his)
    await pressSign(his).and(his.page.locator('[aria-disabled=true]')).press('Enter')
    await expectAccessible(his.page, 'a sheet without a network')
    await picture(his.page, 'interrupted-2-offline-sheet')
    // Nothing was sent: the requester still sees the number.
    await hers.page.getByText(/^\d \d$/).waitFor()
    await his.page.context().setOffline(false)
    await sheetOf(his).getByText('No connection').waitFor({ state: 'detached' })
    await loseAnswer(his, approveRequest.path)
    await typePin(his)
    await pressSign(his).click()
    await sendAgain(his).and(his.page.locator(':focus')).waitFor()
    await expectAccessible(his.page, 'a sheet after a lost answer')
    await picture(his.page, 'interrupted-3-lost-answer')
    await sendAgain(his).click()
    await his.page.getByText('1 try is left.').waitFor()
    await type(his, number)
    await his.sign('Sign and confirm')
    for (const phone of [hers, his]) await seesResult(phone, CONFIRMED)
  })

  test.runIf(isTried('withdrawn offline'))(
    'that is withdrawn while the approver is offline shows this once online',
    async () => {
      const [hers, his] = await useBoth()
      const number = await ask(hers, his, 'Gone meanwhile')
      await open(his, 'Gone meanwhile')
      await type(his, number)
      await his.page.context().setOffline(true)
      await sheetOf(his).getByText('No connection').waitFor()
      await hers.page.getByRole('button', { name: 'Withdraw request' }).click()
      await hers.page.getByRole('button', { name: 'Yes, withdraw' }).click()
      await seesResult(hers, 'Withdrawn')
      await sheetOf(his).waitFor()
      await his.page.context().setOffline(false)
      await seesResult(his, 'Withdrawn')
    },
  )

  test('without a connection for the requester keeps the last state and then catches up', async () => {
    const [hers, his] = await useBoth()
    const number = await ask(hers, his, 'At the lift')
    await hers.page.getByRole('listitem').filter({ hasText: 'Delivered' }).locator('time').waitFor()
    await hers.page.context().setOffline(true)
    await hers.page.getByText('No connection').waitFor()
    await open(his, 'At the lift')
    await type(his, number)
    await his.sign('Sign and confirm')
    await seesResult(his, CONFIRMED)
    await hers.page.getByText(/^\d \d$/).waitFor()
    await picture(hers.page, 'interrupted-4-offline-number')
    await expectAccessible(hers.page, 'a number without a network')
    await hers.page.context().setOffline(false)
    await seesResult(hers, CONFIRMED)
  })

  test.runIf(isTried('withdrawn while signing'))(
    'that is withdrawn while the approver signs shows the result instead of the sheet',
    async () => {
      const [hers, his] = await useBoth()
      const number = await ask(hers, his, 'Never mind')
      await open(his, 'Never mind')
      await type(his, number)
      await typePin(his)
      await hers.page.getByRole('button', { name: 'Withdraw request' }).click()
      await hers.page.getByRole('button', { name: 'Yes, withdraw' }).click()
      for (const phone of [hers, his]) await seesResult(phone, 'Withdrawn')
    },
  )

  test('whose claim is denied tells both sides to hang up, and mails both', async () => {
    const [hers, his] = await useBoth()
    await ask(hers, his, 'Nobody on the line')
    await open(his, 'Nobody on the line')
    await his.page.getByRole('button', { name: /^I am talking to .*, but I did not ask for this$/ }).click()
    await his.page.getByRole('dialog').getByRole('button', { name: 'I did not ask for this' }).click()
    for (const phone of [hers, his]) await seesResult(phone, DENIED)
    for (const { email } of [hers, his])
      await product.mail(email, /did not ask for this, hang up: Nobody on the line$/)
  })

  test.runIf(isTried('expired'))('that expires shows this at once on both screens', async () => {
    const [hers, his] = await useBoth()
    for (const { page } of [hers, his]) {
      await page.clock.install()
      await page.goto('/m')
    }
    const number = await ask(hers, his, 'Too late')
    await open(his, 'Too late')
    await type(his, number)
    product.skip(FIVE_MINUTES)
    // Advances the pages' timers only. The server answers by its own clock.
    await Promise.all([hers, his].map(({ page }) => page.clock.fastForward(FIVE_MINUTES)))
    await Promise.all([seesResult(hers, 'Expired'), seesResult(his, 'Expired')])
    await expectAccessible(his.page, 'a check that ended while somebody signed it')
    await picture(his.page, 'interrupted-1-expired')
  })

  test.runIf(isTried('device removed'))(
    'whose device is removed meanwhile cannot be confirmed with a new one, which waits',
    async () => {
      const [hers, his] = await useBoth()
      // The clock has run ahead since they logged in, and devices are set up after a fresh login.
      await signIn(his.page, his.email, { kind: 'mobile' })
      const number = await ask(hers, his, 'On a lost phone')
      await open(his, 'On a lost phone')
      await type(his, number)
      await typePin(his)
      const body = { email: his.email, password: PASSWORD }
      const { access_token: token } = await product.call(login, { body })
      for (const { id } of await product.call(devices, { token }))
        await product.call(removeDevice, { token, params: { id } })
      const removedNotice = his.page.getByText('This device was removed from your account')
      // The notice comes on signing or, after a live update, before it. Then the button is gone.
      await pressSign(his)
        .click({ timeout: 2_000 })
        .catch(() => {})
      await removedNotice.and(his.page.locator(':focus')).waitFor()
      await expectAccessible(his.page, 'a device that was removed')
      await picture(his.page, 'interrupted-5-removed')
      await his.page.getByRole('link', { name: /^I am not talking to/ }).waitFor()

      await his.page.getByRole('link', { name: 'Set up this device' }).click()
      await his.page.getByLabel('PIN', { exact: true }).fill(PIN)
      await his.page.getByLabel('Repeat PIN').fill(PIN)
      await his.page.getByRole('button', { name: 'Set up PIN' }).click()
      await his.page.getByRole('link', { name: 'Continue' }).click()
      await his.page.getByRole('button', { name: 'Yes, I am asking for this' }).click()
      await his.page.getByText(/^This device cannot sign before/).waitFor()
      expect(await his.page.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
      await expectAccessible(his.page, 'a check on a device that waits')
      await picture(his.page, 'interrupted-6-waits')
      await his.page.getByRole('button', { name: /^I am talking to .*, but I did not ask for this$/ }).click()
      await his.page.getByRole('dialog').getByRole('button', { name: 'I did not ask for this' }).click()
      for (const phone of [hers, his]) await ended(phone, DENIED).waitFor()
    },
  )
})
