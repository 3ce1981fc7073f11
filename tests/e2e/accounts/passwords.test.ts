import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, whySkipped, type Looks } from '#support/browser/browser.ts'
import { pressOn, tabTo } from '#support/browser/keyboard.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn } from '#support/product/local-product.ts'

const DESK = { width: 1280, height: 800 }
const FRESH = 'a staple and a battery'

openSite()

const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}
const press = (page: Page, name: string) => pressOn(page, page.getByRole('button', { name, exact: true }))
const look = async (page: Page, name: string) => {
  await picture(page, name, true)
  await expectAccessible(page, name)
}

const open = async (path: string, looks: Looks = {}) => {
  const page = await openPage(browser, product.origin, looks)
  await page.goto(path)
  return page
}

test.skipIf(noBrowser)(`a forgotten password can be reset on the desk by keyboard${whySkipped}`, async () => {
  const { email } = await product.account()
  const page = await open('/login', DESK)
  await press(page, 'Forgot password')
  await page.getByText('Email is required.').waitFor()
  expect(await page.getByLabel('E-mail').evaluate((field) => field.matches(':focus'))).toBe(true)
  await type(page, 'E-mail', email)
  await press(page, 'Forgot password')
  await page.getByText('Check your email').waitFor()
  await page.getByText('If there is an account').waitFor()
  await look(page, 'forgot')

  const link = linkIn(await product.mail(email, /new password/), '/auth/reset-password/')
  await page.goto(link.href)
  await type(page, 'Password', 'short')
  await type(page, 'Confirm password', 'other')
  await page.keyboard.press('Enter')
  await page.getByText('Password must be at least 6 characters long').waitFor()
  await look(page, 'reset-refused')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(FRESH)
  await type(page, 'Confirm password', FRESH)
  await page.keyboard.press('Enter')
  await page.getByText('Your password was changed').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await look(page, 'reset-done')
  await type(page, 'E-mail', email)
  await type(page, 'Password', FRESH)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/workspaces')
  await product.mail(email, /was changed/)

  await page.goto(link.href)
  await type(page, 'Password', FRESH)
  await type(page, 'Confirm password', FRESH)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await look(page, 'reset-used')
})

test.skipIf(noBrowser)(`a confirmation in another browser asks for the password${whySkipped}`, async () => {
  const email = 'ada@example.com'
  const [here, elsewhere] = [await open('/signup'), await open('/')]
  await here.getByLabel('E-mail').fill(email)
  await here.getByLabel('Password', { exact: true }).fill('by somebody else')
  await here.getByRole('checkbox').check()
  await here.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await here.getByText('Check your email').first().waitFor()
  await elsewhere.goto(linkIn(await product.mail(email, /confirm/), '/auth/confirmEmail/').href)
  await press(elsewhere, 'Confirm e-mail address')
  await elsewhere.getByRole('heading', { name: 'Choose your password' }).waitFor()
  await type(elsewhere, 'Password', FRESH)
  await look(elsewhere, 'confirm-elsewhere')
  await elsewhere.keyboard.press('Enter')
  await elsewhere.getByRole('heading', { name: /is confirmed/ }).waitFor()
})
