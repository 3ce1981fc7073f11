import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, type Looks, whySkipped } from '#support/browser/browser.ts'
import { sharedBrowser } from '#support/browser/site.ts'
import { linkIn, openLocalProduct, PASSWORD, type LocalProduct } from '#support/product/local-product.ts'
import { openOwnStores, type OwnStores } from '#support/event-store/own-stores.ts'

const [boss, colleague] = ['boss@example.com', 'colleague@example.com']
const pin = '294716'

let product: LocalProduct
let stores: OwnStores
let browser: Browser
const faults: string[] = []

/** Opens a browser of a person's own. Console errors are collected in `faults`. */
const person = async (looks: Looks): Promise<Page> => {
  // The longest way through the product, with what moves on it.
  const page = await openPage(browser, product.origin, { reducedMotion: 'no-preference', ...looks })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
  })
  return page
}

/** Takes a screenshot and checks accessibility. */
const show = async (page: Page, name: string) => {
  await picture(page, name, true)
  await expectAccessible(page, name)
}

beforeAll(async () => {
  if (noBrowser) return
  stores = await openOwnStores()
  product = await openLocalProduct(stores.settings)
  browser = await sharedBrowser()
})
afterAll(async () => {
  await product?.close()
  await stores?.close()
})

const signUp = async (page: Page) => {
  await page.goto('/')
  await show(page, '01-landing')
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(boss)
  await page.getByRole('button', { name: 'Sign Up Free' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await show(page, '02-sign-up')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await page.getByText('Check your email').first().waitFor()
  await show(page, '03-check-your-email')

  await page.goto(linkIn(await product.mail(boss, /confirm/i), '/auth/confirmEmail/').href)
  const confirm = page.getByRole('button', { name: 'Confirm e-mail address' })
  await confirm.waitFor()
  await show(page, '04-confirm')
  await confirm.click()
  await page.getByText('Your e-mail address is confirmed').waitFor()
  await page.getByText('Create your first workspace!').waitFor()
  await show(page, '06-no-workspace')
}

const createWorkspaceAndInvite = async (page: Page) => {
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByLabel(/^Name/).fill('Payments')
  await page.getByLabel(/^Description/).fill('Who may move money')
  await show(page, '07-create-workspace')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText('Workspace Payments was created.').first().waitFor()
  await page.getByRole('tab', { name: 'User administration' }).waitFor()
  await page.getByText(boss).first().waitFor()
  await show(page, '09-participants')
  await page.getByRole('tab', { name: 'Invite new user' }).click()
  await page.getByRole('textbox', { name: /e-?mail/i }).fill(colleague)
  await page.getByLabel('Regular user').check()
  await page.getByLabel(/^Approver/).check()
  await show(page, '10-invite')
  await page.getByRole('button', { name: /^Invite$|Send invitation/ }).click()
  await product.mail(colleague, /Payments/)
}

const joinByInvitation = async (page: Page) => {
  await page.goto(linkIn(await product.mail(colleague, /Payments/), '/users/invite/').href)
  await page.getByRole('heading', { name: 'You are invited to Payments' }).waitFor()
  await show(page, '11-invitation')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Set up a PIN on this device' }).waitFor()
  await show(page, '12-phone-start')
  await page.getByRole('link', { name: 'Later' }).click()
  await page.waitForURL('**/m')
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await show(page, '12-phone-inbox')
}

const giveARight = async (page: Page) => {
  await page.goto('/workspaces')
  await page.getByRole('link', { name: /Payments/ }).click()
  await page.getByRole('button', { name: `Actions for ${colleague}` }).click()
  await show(page, '13-what-can-be-done')
  await page.getByRole('menuitem', { name: 'Make requester' }).click()
  await page.getByText(`${colleague} may now make requests`).waitFor()
  await page
    .getByRole('row', { name: new RegExp(colleague) })
    .getByText('Requester')
    .waitFor()
}

const askForApproval = async (page: Page) => {
  await page.goto('/m/new')
  await page.getByLabel('Title').fill('Transfer 40,000')
  await page.getByLabel('Details').fill('To ACME, invoice 7')
  await show(page, '13-new-request')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL('**/m/requests/**')
  await page.getByText('Waiting for an answer').waitFor()
  await show(page, '14-own-request')
}

const enrolAndApprove = async (page: Page) => {
  const asked = await product.mail(colleague, /asks for your approval: /)
  await page.goto(linkIn(asked, '/m/requests/').href)
  await page.getByText('Transfer 40,000').first().waitFor()
  await show(page, '15-request')
  await page
    .getByRole('link', { name: 'Set up this device' })
    .or(page.getByRole('button', { name: 'Set up PIN' }))
    .click()
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByLabel('Repeat PIN').fill(pin)
  await show(page, '16-enrol')
  await page.getByRole('button', { name: 'Set up PIN' }).click()
  await page
    .getByText('This device is ready to sign.')
    .or(page.getByRole('button', { name: 'Approve' }))
    .first()
    .waitFor()
  const onwards = page
    .getByRole('link', { name: 'Continue' })
    .or(page.getByRole('button', { name: 'Continue' }))
  if (await onwards.isVisible()) await onwards.click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('PIN of this device').fill('294710')
  await page.getByRole('button', { name: 'Sign and approve' }).click()
  await page.getByText('4 tries are left.').waitFor()
  await show(page, '17-wrong-pin')
  await page.getByLabel('PIN of this device').fill(pin)
  await page.getByRole('button', { name: 'Sign and approve' }).click()
  await page.getByText('Signed with a device and its PIN').waitFor()
  await show(page, '18-approved')
}

const readTheAuditLog = async (page: Page) => {
  await page.goto('/workspaces')
  await page.getByRole('link', { name: /Payments/ }).click()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByText('Transfer 40,000').first().waitFor()
  await show(page, '19-audit-log')
  await page.getByRole('button', { name: /^Request created/ }).click()
  const entry = page.getByRole('dialog')
  await entry.getByRole('heading', { name: 'E-mails sent: 1' }).waitFor()
  await entry.getByRole('region', { name: 'E-mails sent: 1' }).getByText(colleague).waitFor()
  await show(page, '19-audit-mails')
  await entry.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Action').selectOption('mail')
  await page
    .getByRole('button', { name: /^E-mails sent: 1/ })
    .first()
    .waitFor()
  await show(page, '19-audit-of-mails')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel(/^Description/).waitFor()
  await show(page, '20-settings')
}

test.skipIf(noBrowser !== null)(
  `from sign-up to a signed approval, on a desk and on a phone${whySkipped}`,
  { timeout: 180_000 },
  async () => {
    const bossPage = await person({ width: 1280, height: 800 })
    const colleaguePage = await person({ width: 390, height: 844 })
    await signUp(bossPage)
    await createWorkspaceAndInvite(bossPage)
    await joinByInvitation(colleaguePage)
    await giveARight(bossPage)
    await askForApproval(bossPage)
    await enrolAndApprove(colleaguePage)
    await product.mail(boss, /^Approved by /)
    await product.mail(colleague, /^You approved: /)
    await readTheAuditLog(bossPage)
    // Chromium reports the rejected PIN (403) as a failed resource.
    expect(faults.filter((fault) => !/status of 403/.test(fault))).toEqual([])
  },
)
