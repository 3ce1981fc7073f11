import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openPair, PIN } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { isLong } from '#support/rounds.ts'

const runs = noBrowser === null && isLong()
if (runs) openSite({ timeout: 120_000 })

test.runIf(runs)(
  `a day of an approver: of forty that wait, ten are approved by one signature, two declined and one reported${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    const { access_token: token } = await product.call(login, { body: { email: ben, password: PASSWORD } })
    for (let n = 1; n <= 40; n += 1) {
      const body = { type: 'approval', title: `Invoice ${n}`, details: `Of week ${n}` } as const
      await product.call(createRequest, { token, params: { id }, body: { ...body, anyApprover: true } })
    }
    const page = await openPage(browser, product.origin, { width: 1_280, height: 800 })
    await signIn(page, anna)
    await page.goto('/m/device')
    await page.getByLabel('PIN', { exact: true }).fill(PIN)
    await page.getByLabel('Repeat PIN').fill(PIN)
    await page.getByRole('button', { name: 'Set up PIN' }).click()
    await page.getByRole('listitem').filter({ hasText: 'this device' }).waitFor()

    await page.goto('/inbox')
    await page.getByText(/^40 wait for you in/).waitFor()
    await page.getByRole('checkbox', { name: 'Select Invoice 10', exact: true }).waitFor()
    for (let n = 1; n <= 10; n += 1) await page.keyboard.type('jx')
    await page.getByText('10 chosen.').waitFor()
    await expectAccessible(page, 'an inbox with chosen requests')
    await picture(page, 'approver-ten-chosen')
    await page.getByRole('link', { name: 'Read and approve 10…' }).click()
    await page.getByRole('button', { name: 'Approve 10' }).waitFor()
    expect(await page.getByText(/^Of week \d+$/).count()).toBe(10)
    await picture(page, 'approver-ten-read')
    await page.getByRole('button', { name: 'Approve 10' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sign and approve all 10' })
    await sheet.getByLabel('PIN of this device').fill(PIN)
    expect(await sheet.getByText(/^Of week \d+$/).count()).toBe(10)
    // The button waits until all of it was seen.
    await sheet.getByText('Invoice 10', { exact: true }).scrollIntoViewIfNeeded()
    await sheet.getByRole('button', { name: 'Sign and approve all 10' }).click()
    await page.getByText('10 requests approved.').waitFor()

    await page.goto('/inbox')
    await page.getByText(/^30 wait for you in/).waitFor()
    for (const name of ['Invoice 20', 'Invoice 21'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await page.getByRole('link', { name: 'Decline 2…' }).click()
    const decline = page.getByRole('dialog', { name: 'Decline 2' })
    await decline.getByRole('checkbox', { name: 'A reason of its own for each' }).check()
    await decline.getByLabel('Invoice 20', { exact: true }).fill('Paid already')
    await expectAccessible(page, 'a decline with a reason for each')
    await picture(page, 'approver-decline-each')
    await decline.getByRole('button', { name: 'Yes, decline' }).click()
    await page.getByText('2 requests declined.').waitFor()

    await page.goto('/inbox?q=Invoice+30')
    await page.getByRole('button', { name: 'Invoice 30' }).click()
    await page.getByRole('link', { name: 'Approve…' }).click()
    await page.getByRole('link', { name: 'Suspicious? Report it' }).click()
    await page.getByRole('button', { name: 'Report as suspicious' }).click()
    await page.getByRole('heading', { name: 'Reported as suspicious' }).waitFor()
    await page.goto('/inbox')
    await page.getByText(/^27 wait for you in/).waitFor()
  },
  90_000,
)
