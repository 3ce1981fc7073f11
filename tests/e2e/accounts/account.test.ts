import { describe, expect, test } from 'vitest'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import {
  logInOn,
  noBrowser,
  openPage,
  picture,
  signIn,
  whySkipped,
  type Looks,
} from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'

const operator = { email: 'operator@example.com', password: 'a long enough password' }

openSite({ prepare: () => onPlatform((platform) => setSuperAdmin(platform, operator)) })

const WIDE: Looks = { width: 1280, height: 800 }

describe.skipIf(noBrowser !== null)(`the own account${whySkipped}`, { timeout: 120_000 }, () => {
  test('shows the sessions, ends an unknown one, and sets the language of mails', async () => {
    const { email } = await product.account()
    const phone = await openPage(browser, product.origin)
    await phone.goto('/m')
    await logInOn(phone, email)
    await phone.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' })
    const [cookie] = (await phone.context().cookies()).filter(({ name }) => name === 'refresh_token')
    expect(cookie!.expires - Date.now() / 1_000).toBeGreaterThan(29 * 86_400)

    await phone.goto('/m/account')
    await phone.getByText('Signed in elsewhere').waitFor()
    await phone.getByRole('button', { name: 'Sign out everywhere else' }).waitFor()
    await expectAccessible(phone, 'the account on the phone')
    await picture(phone, 'account-phone', true)

    const desk = await openPage(browser, product.origin, WIDE)
    await signIn(desk, email)
    await desk.goto('/workspaces')
    await desk.getByRole('button', { name: /Menu/ }).click()
    await desk.getByRole('menuitem', { name: 'Account' }).click()
    await desk.getByText('phone page').waitFor()
    expect(await desk.getByText('this session').count()).toBe(1)
    await desk.getByText('set up', { exact: true }).waitFor()
    await expectAccessible(desk, 'the account')
    await picture(desk, 'account', true)

    await desk.getByRole('button', { name: 'End all other sessions' }).click()
    await desk.getByText('You are not logged in anywhere else.').waitFor()
    await phone.reload()
    await phone.getByRole('heading', { name: 'Sign in' }).waitFor()

    await desk.getByLabel('E-mails').selectOption('de')
    await desk.getByText('You will now get e-mails in German.').waitFor()
    await desk.getByLabel('Pages').selectOption('de')
    await desk.getByRole('heading', { name: 'Sprache' }).waitFor()
    await desk.getByLabel('Farben').selectOption('dark')
    await desk.reload()
    await desk.getByRole('heading', { name: 'Sprache' }).waitFor()
    expect(await desk.getByLabel('Für E-Mails').inputValue()).toBe('de')
    await desk.setViewportSize({ width: 390, height: 844 })
    expect(await desk.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(desk, 'the account, narrow, dark and in German')
    await picture(desk, 'account-narrow-dark-de', true)

    await desk.getByRole('button', { name: 'Abmelden' }).click()
    await desk.waitForURL(product.origin + '/')
  })

  test('a super admin has only their own login and page', async () => {
    const page = await openPage(browser, product.origin, WIDE)
    await page.goto('/super-admin/main')
    await page.waitForURL('**/login/super')
    await page.getByRole('heading', { name: 'Super admin login' }).waitFor()
    await expectAccessible(page, 'the login of super admins')
    await picture(page, 'login-super')
    await logInOn(page, operator.email, operator.password)
    await page.getByRole('heading', { name: 'All workspaces' }).waitFor()
    await page.goto('/workspaces')
    await page.waitForURL('**/super-admin/main')

    await page.getByRole('button', { name: /Menu/ }).click()
    await picture(page, 'super-admin-menu')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(product.origin + '/')
    await page
      .context()
      .addCookies([{ name: 'access_token_vieraugen', value: 'no.token.at-all', url: product.origin }])
    await page.goto('/super-admin/main')
    await page.waitForURL('**/login/super')
  })
})
