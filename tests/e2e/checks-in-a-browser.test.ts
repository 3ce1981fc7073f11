import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptInvite, inviteParticipant } from '#contract/invitations.ts'
import { createWorkspace } from '#contract/workspaces.ts'
import { expectAccessible } from '../support/axe.ts'
import { logInOn, noBrowser, openBrowser, openPage, picture, whySkipped } from '../support/browser.ts'
import { withFinger } from '../support/finger.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '../support/local-product.ts'

const [anna, ben] = ['anna@example.com', 'ben@example.com']
const PIN = '294716'

let product: LocalProduct
let browser: Browser

beforeAll(async () => {
  if (noBrowser) return
  product = await openLocalProduct()
  browser = await openBrowser()
  const { token } = await product.account(anna)
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Payments' } })
  const invited = await product.account(ben)
  const body = { email: ben, role: 'regular user', approver: true, requester: true } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(ben, /Payments/), '/users/invite/')
  const invitation = link.searchParams.get('invitationUuid')!
  await product.call(acceptInvite, { token: invited.token, params: { id: invitation } })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Somebody's phone, with what signs on it. */
type Phone = { readonly page: Page; readonly email: string; sign(deed: string): Promise<void> }

const byPin = async (email: string): Promise<Phone> => {
  const page = await openPage(browser, product.origin, { width: 390, height: 664 })
  await page.goto('/m/device')
  await logInOn(page, email)
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByLabel('Repeat PIN').fill(PIN)
  await page.getByRole('button', { name: 'Set up PIN' }).click()
  await page.getByRole('listitem').filter({ hasText: 'this device' }).waitFor()
  const sign = async (deed: string) => {
    const sheet = page.getByRole('dialog', { name: deed })
    await sheet.getByLabel('PIN of this device').fill(PIN)
    await expectAccessible(page, `${deed} by PIN`)
    await sheet.getByRole('button', { name: deed }).click()
  }
  return { page, email, sign }
}

const byPasskey = async (email: string): Promise<Phone> => {
  const page = await openPage(browser, product.origin, { width: 320, height: 640, colorScheme: 'dark' })
  await withFinger(page)
  await page.goto('/m/device')
  await logInOn(page, email)
  await page.getByRole('button', { name: 'Use fingerprint, face or device PIN' }).click()
  await page.getByRole('listitem').filter({ hasText: 'this device' }).waitFor()
  const sign = (deed: string) =>
    page.getByRole('dialog', { name: deed }).getByRole('button', { name: deed }).click()
  return { page, email, sign }
}

/** Begins a check; answers the number that is to be read out. */
const ask = async ({ page, sign }: Phone, colleague: Phone, about: string): Promise<string> => {
  await page.goto('/m/new')
  await page.getByText('Call check', { exact: true }).click()
  await page.getByLabel('Who is in the call with you?').selectOption(colleague.email)
  await page.getByLabel('What is the call about?').fill(about)
  await expectAccessible(page, 'a new check')
  await page.getByRole('button', { name: 'Sign and show the number' }).click()
  await sign('Sign and ask')
  await page.getByRole('heading', { name: 'Read out this number in the call' }).waitFor()
  return (await page.getByText(/^\d \d$/).innerText()).replace(' ', '')
}

/** Opens what waits for them from the inbox, where it stands by itself. */
const open = async ({ page }: Phone, about: string): Promise<void> => {
  await page.getByRole('link', { name: about }).click()
  await page
    .getByRole('heading', { name: /talking to you right now/ })
    .and(page.locator(':focus'))
    .waitFor()
}

const answer = async ({ page, sign }: Phone, number: string): Promise<void> => {
  await page.getByLabel('Which number do you hear?').fill(number)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await sign('Sign and confirm')
}

const otherThan = (number: string): string => (number === '10' ? '11' : '10')
const ended = (phone: Phone, words: string) => phone.page.getByRole('heading', { name: words })
const idToRead = ({ page }: Phone) => page.locator('.result .numbers').innerText()

test.skipIf(noBrowser !== null)(
  `two in a call check each other: by PIN and by passkey, with one wrong number, with two, and by saying that it was not them${whySkipped}`,
  async () => {
    const [hers, his] = [await byPin(anna), await byPasskey(ben)]

    await his.page.goto('/m')
    await his.page.getByText('No open requests').waitFor()
    const first = await ask(hers, his, 'New bank account')
    await hers.page.getByRole('listitem').filter({ hasText: 'Arrived' }).locator('time').waitFor()
    await picture(hers.page, 'check-1-number')
    await expectAccessible(hers.page, 'the number')
    await open(his, 'New bank account')
    await hers.page.getByRole('listitem').filter({ hasText: 'Opened' }).locator('time').waitFor()
    await picture(his.page, 'check-2-answer')
    await expectAccessible(his.page, 'a check to answer')
    // Where hers shows the number.
    expect(await his.page.getByText(/^\d ?\d$/).count()).toBe(0)
    await answer(his, otherThan(first))
    await his.page.getByText('1 try is left').waitFor()
    await his.page.getByLabel('Which number do you hear?').and(his.page.locator(':focus')).waitFor()
    await expectAccessible(his.page, 'a wrong number')
    await answer(his, first)
    for (const phone of [hers, his]) {
      await ended(phone, 'Verified').waitFor()
      await phone.page.getByText('Signed with a passkey').waitFor()
      await expectAccessible(phone.page, 'verified')
    }
    expect(await idToRead(hers)).toBe(await idToRead(his))
    await picture(his.page, 'check-3-verified')

    await hers.page.goto('/m')
    await hers.page.getByText('No open requests').waitFor()
    const second = await ask(his, hers, 'The same again')
    await open(hers, 'The same again')
    await answer(hers, otherThan(second))
    await hers.page.getByText('1 try is left').waitFor()
    await answer(hers, otherThan(second))
    for (const phone of [hers, his]) await ended(phone, 'Closed: wrong number').waitFor()
    await expectAccessible(hers.page, 'two wrong numbers')
    await picture(hers.page, 'check-4-mismatch')

    await his.page.goto('/m')
    await his.page.getByText('No open requests').waitFor()
    await ask(hers, his, 'And once more')
    await open(his, 'And once more')
    await his.page.getByRole('link', { name: 'This was not me' }).click()
    await expectAccessible(his.page, 'before a report')
    await picture(his.page, 'check-5-report')
    await his.page.getByRole('button', { name: 'Report as suspicious' }).click()
    await ended(his, 'Reported').and(his.page.locator(':focus')).waitFor()
    await ended(hers, 'Reported as suspicious').waitFor()
    await expectAccessible(his.page, 'a report')
  },
  120_000,
)
