import type { Page } from 'playwright-core'
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
import { addAuthenticator } from '#support/browser/virtual-authenticator.ts'

const operator = { email: 'operator@example.com', password: 'a long enough password' }
const WIDE: Looks = { width: 1280, height: 800 }

openSite({ prepare: () => onPlatform((platform) => setSuperAdmin(platform, operator)) })

/** Opens the account page. */
const openAccount = async (email: string): Promise<Page> => {
  const desk = await openPage(browser, product.origin, WIDE)
  await signIn(desk, email)
  await desk.goto('/account')
  await desk.getByRole('heading', { name: 'Sign in on my phone' }).waitFor()
  return desk
}
const codeOn = async (desk: Page): Promise<string> => {
  const code = await desk.locator('.pair-phone .pair-code').textContent()
  return code!.replaceAll(' ', '')
}
const numberOn = async (page: Page): Promise<string | null> => {
  await page.locator('.pair-number').waitFor()
  return page.locator('.pair-number').textContent()
}

describe.skipIf(noBrowser !== null)(`a phone${whySkipped}`, { timeout: 120_000 }, () => {
  test('is signed in from the desk with the scanned or typed code, and no other phone is', async () => {
    const { email } = await product.account()
    const desk = await openAccount(email)
    await desk.getByRole('button', { name: 'Show a code' }).click()
    await desk.getByRole('img', { name: /QR code that opens/ }).waitFor()
    await expectAccessible(desk, 'a code on the desk')
    await picture(desk, 'pair-1-desk-code', true)

    // As a camera reads it.
    const phone = await openPage(browser, product.origin, { width: 320, height: 640 })
    await phone.goto(`/m/pair#${await codeOn(desk)}`)
    await phone.getByRole('heading', { name: 'Sign in with your computer' }).waitFor()
    await expectAccessible(phone, 'a code on the phone')
    await picture(phone, 'pair-2-phone-code', true)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await desk.getByRole('heading', { name: 'Does your phone show this number?' }).waitFor()
    expect(await numberOn(desk)).toBe(await numberOn(phone))
    await expectAccessible(desk, 'the number on the desk')
    await expectAccessible(phone, 'the number on the phone')
    await picture(desk, 'pair-3-desk-number', true)
    await picture(phone, 'pair-4-phone-number', true)
    await desk.getByRole('button', { name: 'Yes, sign it in' }).click()
    await phone.getByLabel('Code').waitFor({ state: 'detached' })
    await desk.getByText('Your phone is signed in.').waitFor()
    await desk.getByText('phone page').waitFor()
    await picture(desk, 'pair-5-desk-done', true)
    await phone.goto('/m/pair#00000000')
    await phone.getByRole('heading', { name: 'You are signed in' }).waitFor()

    const typed = await openPage(browser, product.origin, { locale: 'de-DE', colorScheme: 'dark' })
    await desk.getByRole('button', { name: 'Show another code' }).click()
    await desk.getByRole('img', { name: /QR code that opens/ }).waitFor()
    await typed.goto('/m')
    await typed.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await picture(typed, 'pair-6-phone-sign-in', true)
    await typed.getByRole('link', { name: 'Code von meinem Computer' }).click()
    await typed.getByRole('button', { name: 'Weiter' }).click()
    await typed.getByText('Bitte geben Sie alle 8 Zeichen des Codes ein.').waitFor()
    const code = (await codeOn(desk)).toLowerCase()
    await typed.getByLabel('Code').fill(`${code.slice(0, 4)}-${code.slice(4)}`)
    await typed.getByRole('button', { name: 'Weiter' }).click()
    expect(await numberOn(desk)).toBe(await numberOn(typed))
    await picture(typed, 'pair-7-phone-number-dark-de', true)
    await desk.getByRole('button', { name: 'No', exact: true }).click()
    await desk.getByText('No phone was signed in.').waitFor()
    await typed.getByText(/Dieser Code ist unbekannt, verbraucht oder abgelaufen/).waitFor()

    await desk.getByRole('button', { name: 'Show another code' }).click()
    await desk.getByRole('img', { name: /QR code that opens/ }).waitFor()
    await typed.getByLabel('Code').fill(await codeOn(desk))
    await typed.getByRole('button', { name: 'Weiter' }).click()
    await desk.getByRole('button', { name: 'Yes, sign it in' }).click()
    await typed.getByLabel('Code').waitFor({ state: 'detached' })
    await desk.getByText('Your phone is signed in.').waitFor()
  })

  test('signs in with a passkey, by a press or through autofill', async () => {
    const { email } = await product.account()
    const page = await openPage(browser, product.origin)
    const finger = await addAuthenticator(page)
    await signIn(page, email, { kind: 'mobile' })
    await page.goto('/m/device')
    await page.getByRole('button', { name: 'Use fingerprint, face or device PIN' }).click()
    await page.getByText('this device', { exact: true }).waitFor()

    const signOut = async () => {
      await page.goto('/m/account')
      await page.getByRole('button', { name: 'Logout' }).click()
    }
    const signedIn = async () => {
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await page.goto('/m/account')
      await page.getByText(email).waitFor()
    }
    await finger.isThere(false)
    await signOut()
    const press = page.getByRole('button', { name: 'Sign in with a passkey' })
    await press.waitFor()
    await expectAccessible(page, 'the sign-in with a passkey')
    await picture(page, 'passkey-1-sign-in', true)
    await finger.isThere(true)
    await press.click()
    await signedIn()

    // The test browser takes the first passkey.
    const offered = page.waitForResponse('**/auth/login-passkey')
    await signOut()
    expect((await offered).status()).toBe(200)
    await signedIn()
  })
})

describe.skipIf(noBrowser !== null)(`a super admin${whySkipped}`, { timeout: 120_000 }, () => {
  test('sets up a passkey, and then needs both password and passkey', async () => {
    const page = await openPage(browser, product.origin, WIDE)
    const finger = await addAuthenticator(page)
    await page.goto('/login/super')
    await logInOn(page, operator.email, operator.password)
    await page.getByRole('heading', { name: 'All workspaces' }).waitFor()
    await page.getByRole('button', { name: /Menu/ }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await page.getByRole('button', { name: 'Set up a passkey' }).click()
    await page.getByText('The passkey is set up.').waitFor()
    await page.getByRole('button', { name: /^Remove / }).waitFor()
    expect(await page.getByText('Delete user').count()).toBe(0)
    await expectAccessible(page, 'the account of a super admin')
    await picture(page, 'super-account', true)

    await page.getByRole('button', { name: /Menu/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(product.origin + '/')
    await page.goto('/login/super')
    await logInOn(page, operator.email, operator.password)
    const confirm = page.getByRole('button', { name: 'Confirm with passkey' })
    await confirm.waitFor()
    await expectAccessible(page, 'the second step of super admins')
    await picture(page, 'super-second-step')
    await finger.knows(false)
    await confirm.click()
    await page.getByText('Nothing was confirmed').waitFor()
    await finger.knows(true)
    await confirm.click()
    await page.getByRole('heading', { name: 'All workspaces' }).waitFor()
  })
})
