import { randomUUID } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessibleOnce } from './axe.ts'
import { openPage, signIn, type Looks, type Until } from './browser.ts'
import { addAuthenticator } from './virtual-authenticator.ts'
import { linkIn, type LocalProduct } from '../product/local-product.ts'

export const PIN = '294716'

/**
 * Creates a workspace of two new people, who can send each other requests. Each further phone of a person waits, so a test
 * that enrols phones needs a pair of its own.
 */
export const openPair = async (
  product: LocalProduct,
): Promise<readonly [admin: string, colleague: string, workspaceId: string]> => {
  const name = randomUUID().slice(0, 8)
  const [admin, colleague] = [`anna-${name}@example.com`, `ben-${name}@example.com`] as const
  const { token } = await product.account(admin)
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Payments' } })
  const invited = await product.account(colleague)
  const body = { email: colleague, role: 'regular user', approver: true, requester: true } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(colleague, /Payments/), '/users/invite/')
  const invitation = link.searchParams.get('invitationUuid')!
  await product.call(acceptInvite, { token: invited.token, params: { id: invitation } })
  return [admin, colleague, id]
}

/** A user's phone with a signing device. `sign` completes the signing sheet of that name. */
export type Phone = { readonly page: Page; readonly email: string; sign(deed: string): Promise<void> }

type On = { readonly browser: Browser; readonly origin: string; readonly until?: Until }

const openOn = async (
  { browser, origin, until }: On,
  email: string,
  looks: Looks,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> => {
  const page = await openPage(browser, origin, looks, until)
  await prepare?.(page)
  await signIn(page, email, { kind: 'mobile' })
  await page.goto('/m/device')
  return page
}
const thisDevice = (page: Page): Locator => page.getByRole('listitem').filter({ hasText: 'this device' })

/** Signs with a PIN. */
export const openByPin = async (on: On, email: string, looks: Looks = {}): Promise<Phone> => {
  const page = await openOn(on, email, { width: 390, height: 664, ...looks })
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByLabel('Repeat PIN').fill(PIN)
  await page.getByRole('button', { name: 'Set up PIN' }).click()
  await thisDevice(page).waitFor()
  const sign = async (deed: string) => {
    const sheet = page.getByRole('dialog', { name: deed })
    await sheet.getByLabel('PIN of this device').fill(PIN)
    await expectAccessibleOnce(page, `${deed} by PIN`)
    await sheet.getByRole('button', { name: deed }).click()
  }
  return { page, email, sign }
}

/** Signs with a passkey. */
export const openByPasskey = async (on: On, email: string, looks: Looks = {}): Promise<Phone> => {
  const dark = { width: 320, height: 640, colorScheme: 'dark', ...looks } as const
  const page = await openOn(on, email, dark, addAuthenticator)
  await page.getByRole('button', { name: 'Use fingerprint, face or device PIN' }).click()
  await thisDevice(page).waitFor()
  const sign = (deed: string) =>
    page.getByRole('dialog', { name: deed }).getByRole('button', { name: deed }).click()
  return { page, email, sign }
}

/** Opens one of the main screens within the app. To load the app anew takes ten times as long. */
export const go = (page: Page, screen: 'Inbox' | 'New'): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click()

/** Opens an empty inbox. */
export const goHome = async ({ page }: Phone): Promise<void> => {
  await go(page, 'Inbox')
  await page.getByText('No open requests').waitFor()
}

/** Starts a call check. Returns the number to read out. `again`: by the shortcut of a colleague of late, in the inbox. */
export const ask = async (
  { page, sign }: Phone,
  colleague: Phone,
  about: string,
  again?: 'again',
): Promise<string> => {
  const who = page.getByLabel('Who is in the call with you?')
  if (again) {
    await go(page, 'Inbox')
    await page.getByRole('link', { name: `Check a call with ${colleague.email}` }).click()
    await who.locator(':checked').getByText(colleague.email).waitFor({ state: 'attached' })
  } else {
    await go(page, 'New')
    await page.getByText('Call check', { exact: true }).click()
    await who.selectOption(colleague.email)
  }
  // What stands in the way of a check with them appears above the questions, and moves them.
  await page.locator('#before-asking[aria-busy=false]').waitFor({ state: 'attached' })
  await page.getByLabel('A payment').check()
  await page.getByLabel('What is the call about?').fill(about)
  await page.getByLabel('I was called').check()
  await expectAccessibleOnce(page, 'a new check')
  await page.getByRole('button', { name: 'Sign and show the number' }).click()
  await sign('Sign and ask')
  await page.getByRole('heading', { name: 'Read out this number in the call' }).waitFor()
  return (await page.getByText(/^\d \d$/).innerText()).replace(' ', '')
}

/** Opens the only request in the inbox, and says that its reader made the call. */
export const open = async ({ page }: Phone, about: string): Promise<void> => {
  await page.getByRole('link', { name: about }).click()
  await page
    .getByRole('heading', { name: /talking to you right now/ })
    .and(page.locator(':focus'))
    .waitFor()
  await expectAccessibleOnce(page, 'who called whom')
  await page.getByText('I called', { exact: true }).click()
}

/** Types the number and waits for the signing sheet. */
export const type = async ({ page }: Phone, number: string): Promise<void> => {
  const yes = page.getByRole('button', { name: 'Yes, I am asking for this' })
  await yes.or(page.getByLabel('Which number do you hear?')).waitFor()
  if (await yes.isVisible()) await yes.click()
  await page.getByLabel('Which number do you hear?').fill(number)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog', { name: 'Sign and confirm' }).waitFor()
}

export const answer = async (phone: Phone, number: string): Promise<void> => {
  await type(phone, number)
  await phone.sign('Sign and confirm')
}

/** The largest line of a confirmed check, on either phone, whatever it lacks. */
export const CONFIRMED =
  / asks you for this$|^Call .+ back before you act$|^The phone of .+ (agreed|has your answer)$| knows that you ask for this$/
/** The same where the asked person says that the claim is not theirs. */
export const DENIED = /(does not ask for this|^Not asked for): hang up, and pay nothing$/

/** The result of the check. */
export const ended = ({ page }: Phone, words: string | RegExp): Locator =>
  page.getByRole('heading', { name: words })

/** The short id, as it is read aloud. */
export const idToRead = ({ page }: Phone): Promise<string> => page.locator('.result .numbers').innerText()
