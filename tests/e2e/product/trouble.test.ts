import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { signup } from '#contract/accounts/sign-up.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { logInOn, noBrowser, openPage, signIn, type Looks, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { linkIn, PASSWORD } from '#support/product/local-product.ts'
import { casesOfRun } from '#support/rounds.ts'

const NO_CONNECTION = /There is no connection to the server/

openSite()

const openWide = (locale?: Looks['locale']): Promise<Page> =>
  openPage(browser, product.origin, { width: 1280, height: 720, ...(locale && { locale }) })
const openAt = async (path: string, locale?: Looks['locale']): Promise<Page> => {
  const page = await openWide(locale)
  await page.goto(path)
  return page
}
const openAs = async (email: string, path: string): Promise<Page> => {
  const page = await openWide()
  await signIn(page, email)
  await page.goto(path)
  return page
}
const newAccount = async () => (await product.account()).email

const create = async (page: Page, name: string) => {
  await page.getByLabel(/^Name/).fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
}

/** Opens the audit log of a new workspace. */
const openAuditLog = async (): Promise<Page> => {
  const { email, token } = await product.account()
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Payments' } })
  const page = await openAs(email, `/workspace/${id}?tab=audit`)
  await page.getByRole('button', { name: /Workspace created/ }).waitFor()
  return page
}

describe.skipIf(noBrowser !== null)(`the desk${whySkipped}`, () => {
  test('a command without a connection fails visibly and is not sent later', async () => {
    const page = await openAs(await newAccount(), '/workspaces')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByLabel(/^Name/).waitFor()
    await page.context().setOffline(true)
    await create(page, 'Given up')
    await page.getByRole('dialog').getByText(NO_CONNECTION).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await create(page, 'Wanted')
    await page.getByRole('heading', { name: 'Wanted' }).waitFor()
    await page.goto('/workspaces')
    await page.getByRole('link', { name: 'Wanted' }).waitFor()
    expect(await page.getByRole('link', { name: 'Given up' }).count()).toBe(0)
  })

  test('a read without a connection fails visibly and recovers by itself', async () => {
    const page = await openAuditLog()
    await page.context().setOffline(true)
    await page.getByLabel('Outcome').selectOption('refused')
    await page.getByText(NO_CONNECTION).waitFor()
    await page.context().setOffline(false)
    await page.getByText('No entry matches the filters.').waitFor()
    expect(await page.getByText(NO_CONNECTION).count()).toBe(0)
  })

  test('the audit log fits 320 pixels without horizontal scrolling', async () => {
    const page = await openAuditLog()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  })

  test('a successful login removes the error of a failed one', async () => {
    const page = await openAt('/login')
    const email = await newAccount()
    await logInOn(page, email, 'another one')
    await page.locator('.toast').getByText('Login failed').waitFor()
    await expectAccessible(page, 'a failed login')
    await logInOn(page, email)
    await page.getByText('Create your first workspace!').waitFor()
    expect(await page.getByText('Login failed').count()).toBe(0)
  })

  test('another tab takes over a change of user', async () => {
    const [before, after] = [await newAccount(), await newAccount()]
    const page = await openAs(before, '/workspaces')
    await page.getByText(before).waitFor()
    const other = await page.context().newPage()
    await other.goto('/workspaces')
    await other.getByRole('button', { name: 'Menu' }).click()
    await other.getByRole('menuitem', { name: 'Logout' }).click()
    // The header also has this link until the page knows that no access code is required.
    await other.locator('#content').getByRole('link', { name: 'Login' }).click()
    // The landing page, which is still visible for a moment, also has an e-mail field.
    await other.getByRole('heading', { name: 'Login' }).waitFor()
    await logInOn(other, after)
    await other.getByText(after).waitFor()
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    // The tab may already have noticed the logout and show the login page.
    await page.getByText(before).waitFor({ state: 'detached' })
    await page.goto('/workspaces')
    await page.getByText(after).waitFor()
  })

  test('mails use the language of the page', async () => {
    const page = await openAt('/signup', 'de-DE')
    await page.getByRole('button', { name: 'English' }).click()
    const email = `${randomUUID()}@example.com`
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign Up' }).click()
    expect((await product.mail(email, /./)).subject).toBe('Please confirm your e-mail address')
  })

  const confirmations = [
    {
      locale: 'en-GB' as const,
      confirm: 'Confirm e-mail address',
      choose: 'Choose your password',
      label: 'Password',
      done: /is confirmed/,
    },
    {
      locale: 'de-DE' as const,
      confirm: 'E-Mail-Adresse bestätigen',
      choose: 'Wählen Sie Ihr Passwort',
      label: 'Passwort',
      done: /ist bestätigt/,
    },
  ]
  test.each(casesOfRun(confirmations, 1))(
    'a confirmation link from another browser asks for a new password: $locale',
    async (words) => {
      const email = `${randomUUID()}@example.com`
      await product.call(signup, { body: { email, password: 'by somebody else' } })
      const { pathname } = linkIn(await product.mail(email, /./), '/auth/confirmEmail/')
      const page = await openAt(pathname, words.locale)
      const confirm = page.getByRole('button', { name: words.confirm })
      await confirm.click()
      await page.getByRole('heading', { name: words.choose }).waitFor()
      const field = page.getByLabel(words.label, { exact: true })
      await field.fill('tiny')
      await confirm.click()
      await page.locator('[aria-invalid="true"]').waitFor()
      await page.route('**/auth/verifyEmail/**', (route) => route.abort())
      await field.fill('my own password')
      await confirm.click()
      await page.getByRole('alert').waitFor()
      await page.unroute('**/auth/verifyEmail/**')
      await confirm.click()
      await page.getByRole('heading', { name: words.done }).waitFor()
      const logIn = (password: string) => product.call(login, { body: { email, password } })
      await expect(logIn('by somebody else')).rejects.toThrow('login.failed')
      await logIn('my own password')
    },
  )

  test('an invalid link of a provider sign-in explains how to sign in again', async () => {
    const page = await openAt(`/auth/confirmEmail/${'x'.repeat(43)}?provider=microsoft`)
    await page.getByRole('heading', { name: 'Confirm your sign-in with Microsoft' }).waitFor()
    await page.getByRole('button', { name: 'Confirm sign-in' }).click()
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
    await page.getByText(/Sign in with Microsoft again/).waitFor()
    expect(await page.getByRole('button', { name: /Resend/ }).count()).toBe(0)
  })

  test('an invitation that is no longer valid links to the login', async () => {
    const page = await openAt(`/users/invite/${'x'.repeat(43)}?invitationUuid=${randomUUID()}`)
    await page.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('heading', { name: 'Login' }).waitFor()
  })
})

describe.skipIf(noBrowser !== null)(`the phone${whySkipped}`, () => {
  const openPhone = async (before: (page: Page) => Promise<unknown>) => {
    const page = await openWide()
    await signIn(page, await newAccount(), { kind: 'mobile' })
    const prepared = before(page)
    await page.goto('/m')
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    await prepared
    return page
  }

  test('a screen opens offline even if it was never opened before', async () => {
    const page = await openPhone((one) =>
      one.waitForEvent('requestfinished', (request) => request.url().includes('AccountPage')),
    )
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    await page.getByText('No connection.').waitFor()
  })

  test('a screen whose file could not be loaded can be retried in place', async () => {
    const page = await openPhone((one) => one.route(/AccountPage/, (route) => route.abort()))
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByRole('alert').waitFor()
    await page.unroute(/AccountPage/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Account' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/m/account')
  })
})
