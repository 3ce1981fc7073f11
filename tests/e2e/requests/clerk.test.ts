import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openPair } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { isLong } from '#support/rounds.ts'

const runs = noBrowser === null && isLong()
if (runs) openSite({ timeout: 120_000 })

test.runIf(runs)(
  `a day of a clerk: asks thirty things, reminds, withdraws three, and asks again${whySkipped}`,
  async () => {
    const [anna, , id] = await openPair(product)
    const { access_token: token } = await product.call(login, { body: { email: anna, password: PASSWORD } })
    for (let n = 1; n <= 30; n += 1) {
      const body = {
        type: 'approval',
        title: `Invoice ${n}`,
        details: `Of week ${n}`,
        anyApprover: true,
      } as const
      await product.call(createRequest, { token, params: { id }, body })
    }
    const page = await openPage(browser, product.origin)
    await signIn(page, anna, { kind: 'mobile' })
    await page.goto('/m/requests')
    await page.getByText('Search and sort').click()
    await page.getByRole('searchbox').fill('Invoice 7')
    await page.getByText('Invoice 30').waitFor({ state: 'detached' })
    await expectAccessible(page, 'own requests that are searched')
    await page.getByRole('link', { name: 'Invoice 7' }).click()
    await page.getByRole('button', { name: 'Send a reminder' }).click()
    await page.getByText(/^Reminded at .* You can send another reminder at/).waitFor()
    await page.getByText('What happened').click()
    expect(await page.locator('.request-timeline strong').allInnerTexts()).toContain('Reminded')
    await expectAccessible(page, 'what happened to a request')
    await picture(page, 'clerk-what-happened')

    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: 'Withdraw several' }).click()
    for (const n of [3, 14, 15])
      await page.getByRole('checkbox', { name: `Invoice ${n} Any approver`, exact: true }).check()
    await page.getByRole('button', { name: 'Withdraw 3 requests' }).click()
    await page.getByRole('button', { name: 'Yes, withdraw' }).click()
    await page.getByText('3 requests withdrawn.').waitFor()
    await page.getByLabel('State').selectOption('Withdrawn (3)')
    await page.getByRole('link', { name: 'Invoice 14' }).click()
    await page.getByRole('link', { name: 'Ask again with changes' }).click()
    await page.getByLabel('Title').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Invoice 14')
    expect(await page.getByLabel(/^Details/).inputValue()).toBe('Of week 14')
    await page.getByText('This request takes the place of:').waitFor()
    await page.getByLabel('Title').fill('Invoice 14, corrected')
    await picture(page, 'clerk-ask-again')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('button', { name: 'Send a reminder' }).waitFor()
    await page.getByText('before: Invoice 14').waitFor()
    await expectAccessible(page, 'a request in place of another')
    await picture(page, 'clerk-replaces')
    await page.getByRole('link', { name: 'Invoice 14', exact: true }).click()
    await page.getByText('Another request was asked in its place:').waitFor()
    await picture(page, 'clerk-replaced')
  },
  90_000,
)
