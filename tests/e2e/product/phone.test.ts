import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { acceptInvite, inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createRequest, requestDetails } from '#contract/requests/requests.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { logInOn, noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { addAuthenticator } from '#support/browser/virtual-authenticator.ts'
import { linkIn } from '#support/product/local-product.ts'

const [boss, approver, newcomer] = ['boss@example.com', 'approver@example.com', 'newcomer@example.com']
const PIN = '294716'
const short = { title: 'Transfer 40,000 € to ACME', details: 'Invoice 4711\nDue on Friday' }
const long = {
  title: 'Pay the invoice of March '.repeat(8).trim(),
  details: 'One line of many.\n'.repeat(200),
}

let workspaceId = ''
let token = ''
let approverId = ''
let newcomerId = ''

/** Makes somebody an approver of the workspace. Returns the id of the participant. */
const join = async (email: string): Promise<string> => {
  const invited = await product.account(email)
  const body = { email, role: 'regular user', approver: true, requester: false } as const
  await product.call(inviteParticipant, { token, params: { id: workspaceId }, body })
  const link = linkIn(await product.mail(email, /Payments/), '/users/invite/')
  const id = link.searchParams.get('invitationUuid')!
  return (await product.call(acceptInvite, { token: invited.token, params: { id } })).id
}

openSite({
  prepare: async () => {
    ;({ token } = await product.account(boss))
    workspaceId = (await product.call(createWorkspace, { token, body: { name: 'Payments' } })).id
    approverId = await join(approver)
    newcomerId = await join(newcomer)
  },
})

type Words = typeof short
const ask = async (words: Words, whom: { approverId: string } | { anyApprover: true }): Promise<string> => {
  const body = { type: 'approval', ...words, ...whom } as const
  return (await product.call(createRequest, { token, params: { id: workspaceId }, body })).id
}

test.skipIf(noBrowser !== null)(
  `a passkey is set up with one press, signs what is shown, and refuses another user${whySkipped}`,
  async () => {
    const page = await openPage(browser, product.origin, { width: 390, height: 664 })
    const authenticator = await addAuthenticator(page)
    const id = await ask(short, { anyApprover: true })
    await page.goto(`/m/requests/${id}`)
    await logInOn(page, approver)
    const offer = page.getByRole('button', { name: 'Use fingerprint, face or device PIN' })
    await offer.waitFor()
    await picture(page, 'phone-passkey-1-offer')
    await authenticator.knows(false)
    await offer.click()
    await page.getByText('Nothing was set up').waitFor()
    await authenticator.knows(true)
    await offer.click()
    await page.getByRole('link', { name: 'Continue' }).click()

    await page.getByRole('button', { name: 'Approve' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sign and approve' })
    const sign = sheet.getByRole('button', { name: 'Sign and approve' })
    await sheet.getByText(short.title).waitFor()
    await picture(page, 'phone-passkey-2-sheet')
    await authenticator.knows(false)
    await sign.click()
    await sheet.getByText('Nothing was signed').waitFor()
    await expectAccessible(page, 'signing with a passkey')
    await authenticator.knows(true)
    await sign.click()
    await page.getByText('Approved', { exact: false }).first().waitFor()
    await sheet.waitFor({ state: 'hidden' })
    await picture(page, 'phone-passkey-3-done')
    const decided = await product.call(requestDetails, { token, params: { id } })
    expect(decided).toMatchObject({ status: 'approved', assurance: 'passkey' })

    // A device without an authenticator of its own offers a security key.
    const other = await openPage(browser, product.origin, { width: 390, height: 664 })
    await addAuthenticator(other, 'usb')
    const next = await ask(long, { approverId })
    await signIn(other, approver, { kind: 'mobile' })
    await other.goto(`/m/device?next=/requests/${next}`)
    await other.getByRole('button', { name: 'Use a security key' }).waitFor()
    await picture(other, 'phone-passkey-4-security-key')
    await expectAccessible(other, 'the offer of a security key')
    await other.getByRole('button', { name: 'Use a security key' }).click()
    // The passkey that could confirm it is in another browser, so it waits. The first one decides.
    await other.getByRole('button', { name: 'I have none at hand' }).click()
    await other.getByText('This device cannot sign before').first().waitFor()
    await page.goto(`/m/requests/${next}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('region', { name: 'What you sign' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign and approve' }).click()
    await page.getByText('Approved', { exact: false }).first().waitFor()
    expect(await product.call(requestDetails, { token, params: { id: next } })).toMatchObject({
      status: 'approved',
      assurance: 'passkey',
    })
  },
)

/** The number of keys in this browser. */
const keysIn = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const opening = indexedDB.open('vieraugen-phone')
    opening.onsuccess = () => {
      const keys = opening.result.transaction('device-keys').objectStore('device-keys').count()
      keys.onsuccess = () => resolve(keys.result)
    }
  })`)

const boxOf = async (part: Locator) => {
  await part.waitFor()
  const { y, height } = (await part.boundingBox())!
  return { top: y, bottom: y + height }
}

/** The parts that are always visible: the decision buttons and the navigation. */
const frameOf = async (page: Page) => ({
  bar: await boxOf(page.getByRole('region', { name: 'Your decision' })),
  tabs: await boxOf(page.getByRole('navigation')),
})

test.skipIf(noBrowser !== null)(
  `a new approver sets up a PIN, returns to the request and decides on one screen of 390 × 664${whySkipped}`,
  async () => {
    const page = await openPage(browser, product.origin, { width: 390, height: 664 })
    const fits = await ask(short, { approverId: newcomerId })
    const scrolls = await ask(long, { anyApprover: true })
    await page.goto(`/m/requests/${fits}`)
    await logInOn(page, newcomer)
    await page.waitForURL(`**/m/device?next=/requests/${fits}`)
    await picture(page, 'phone-1-start')
    await page.getByLabel('PIN', { exact: true }).fill(PIN)
    await page.getByLabel('Repeat PIN').fill(PIN)
    await page.getByRole('button', { name: 'Set up PIN' }).click()
    await page.getByRole('link', { name: 'Continue' }).click()

    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await picture(page, 'phone-2-decide')
    const { bar, tabs } = await frameOf(page)
    expect(tabs.bottom).toBeLessThanOrEqual(664)
    expect(bar.bottom).toBeLessThanOrEqual(tabs.top)
    for (const words of [short.title, 'Due on Friday', boss, 'Open until']) {
      const { top, bottom } = await boxOf(
        page.getByRole('main').getByText(words).filter({ visible: true }).last(),
      )
      expect({ words, isSeen: top >= 0 && bottom <= bar.top }).toEqual({ words, isSeen: true })
    }

    await page.goto(`/m/requests/${scrolls}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    expect(await frameOf(page)).toEqual({ bar, tabs })
    const last = page.getByText('Payments ·')
    expect((await boxOf(last)).top).toBeGreaterThan(664)
    await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
    await picture(page, 'phone-3-scrolled')
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual(bar.top)
    expect(await frameOf(page)).toEqual({ bar, tabs })

    // The keyboard alone reaches the end of what is signed; the button waits for it.
    await page.getByRole('button', { name: 'Approve' }).click()
    const sign = page.getByRole('button', { name: 'Sign and approve' })
    await page.getByRole('region', { name: 'What you sign' }).and(page.locator(':focus')).waitFor()
    await sign.and(page.locator('[aria-disabled=true]')).waitFor()
    await picture(page, 'phone-4-sheet')
    await page.keyboard.press('End')
    await sign.and(page.locator('[aria-disabled=false]')).waitFor()
    await page.keyboard.press('Escape')

    // One PIN approves both, once the end of all that the sheet repeats was seen.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Inbox/ })
      .click()
    await page.getByRole('link', { name: 'Decide several' }).click()
    await page.getByRole('checkbox').first().waitFor()
    await picture(page, 'phone-5-several')
    await page.getByRole('button', { name: 'Tick all' }).click()
    await picture(page, 'phone-6-several-ticked')
    await expectAccessible(page, 'several requests to decide')
    await page.getByRole('button', { name: 'Approve 2' }).click()
    const all = page.getByRole('dialog', { name: 'Sign and approve all 2' })
    await all.getByRole('region', { name: 'What you sign' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('End')
    await all.getByLabel('PIN of this device').fill(PIN)
    await picture(page, 'phone-7-several-sheet')
    await expectAccessible(page, 'the sheet of several requests')
    await all.getByRole('button', { name: 'Sign and approve all 2' }).click()
    await page.locator(':focus').getByText('2 requests approved.').waitFor()
    await picture(page, 'phone-8-several-done')
    for (const id of [fits, scrolls])
      expect(await product.call(requestDetails, { token, params: { id } })).toMatchObject({
        status: 'approved',
      })

    await page.goto('/m/device')
    const here = page.getByRole('listitem').filter({ hasText: 'this device' })
    expect(await keysIn(page)).toBe(1)
    await here.getByRole('button', { name: /^Remove/ }).click()
    await here.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('was removed.').and(page.locator(':focus')).waitFor()
    expect(await keysIn(page)).toBe(0)
  },
)
