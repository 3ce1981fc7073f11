import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { writeKind } from '#contract/requests/writing-kinds.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openByPin, openPair } from '#support/browser/phones.ts'
import { expectFitsSizes } from '#support/browser/sizes.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'

openSite({ timeout: 120_000 })

const openKinds = async (page: Page, id: string) => {
  await page.goto(`/workspace/${id}?tab=settings`)
  await page
    .locator('summary')
    .filter({ hasText: /^(Kinds of request|Arten von Anfragen)$/ })
    .click()
  await page.getByRole('button', { name: /^(Add a kind|Art hinzufügen)$/ }).waitFor()
}

test.skipIf(noBrowser !== null)(
  `an admin makes a kind of request with fields in an order of their own, and the log tells it${whySkipped}`,
  async () => {
    const [anna, , id] = await openPair(product)
    const page = await openPage(browser, product.origin, { width: 1280, height: 900 })
    await signIn(page, anna)
    await openKinds(page, id)
    await expectAccessible(page, 'kinds of request')
    await picture(page, 'kinds-list-1280', true)
    await page.getByRole('button', { name: 'Add a kind' }).click()
    await page
      .getByLabel('Name in German')
      .fill('Reisekosten mit Vorauszahlung an Beschäftigte im Außendienst')
    await page.getByLabel('Name in English').fill('Travel expenses')
    const field = (place: number) => page.locator('.kind-field').nth(place)
    await field(0).getByLabel('Label in German').fill('Betrag')
    await field(0).getByLabel('Label in English').fill('Amount')
    await field(0).getByLabel('Type').selectOption('Amount with currency')
    await field(0).getByLabel('Show in lists').check()
    await page.getByRole('button', { name: 'Add a field' }).click()
    await page.keyboard.type('Womit')
    await page.keyboard.press('Tab')
    await page.keyboard.type('سفر بالقطار أو الطائرة')
    await field(1).getByLabel('Type').selectOption('Choice')
    const option = field(1).getByRole('group', { name: 'Option 1' })
    await option.getByLabel('In German').fill('Bahn')
    await option.getByLabel('In English').fill('Train')
    await page.getByRole('button', { name: 'Save kind' }).click()
    expect(await page.evaluate('document.activeElement.name')).toMatch(/options/)
    await expectAccessible(page, 'a kind with faults')
    await expectFitsSizes(page, {
      name: 'kinds-form',
      sizes: [
        [320, 'en', 'light'],
        [390, 'en', 'dark'],
        [768, 'en', 'light'],
        [1440, 'en', 'dark'],
      ],
    })
    await field(1).getByRole('button', { name: 'Remove Option 2' }).click()
    await field(1).getByRole('button', { name: / up$/ }).focus()
    await page.keyboard.press('Enter')
    expect(await field(0).getByLabel('Label in German').inputValue()).toBe('Womit')
    await page.getByRole('button', { name: 'Save kind' }).click()
    await page.getByText('Saved as version 1.').waitFor()
    await page.getByRole('button', { name: 'Change Travel expenses' }).click()
    await page.getByText('Saving makes version 2.').waitFor()
    await picture(page, 'kinds-change-1280', true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectFitsSizes(page, {
      name: 'kinds-own',
      sizes: [
        [320, 'de', 'light'],
        [1440, 'en', 'light'],
      ],
      loaded: () => openKinds(page, id),
    })
    await page.goto(`/workspace/${id}?tab=audit`)
    await page.locator('tbody').getByText('Kind of request written').waitFor()
  },
  90_000,
)

/** By how many pixels the name of the kind is wider than its place. */
const CUT = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.kind-name'))`
const LONG = 'Reisekosten mit Vorauszahlung an Beschäftigte im Außendienst'
const TEXT = 'تحويل ٤٠٬٠٠٠ يورو إلى المورد الجديد '.repeat(4).trim()

test.skipIf(noBrowser !== null)(
  `a clerk asks with an amount and an IBAN, an approver sees every field and signs, and the log shows them${whySkipped}`,
  async () => {
    const [anna, ben, workspaceId] = await openPair(product)
    const { access_token: token } = await product.call(login, { body: { email: anna, password: PASSWORD } })
    const field = { required: true, listed: true }
    await product.call(writeKind, {
      token,
      params: { workspaceId },
      body: {
        name: { de: LONG, en: 'Travel expenses' },
        fields: [
          { ...field, name: 'amount', label: { de: 'Betrag', en: 'Amount' }, type: 'amount' },
          { ...field, name: 'iban', label: { de: 'IBAN', en: 'IBAN' }, type: 'iban', listed: false },
          { ...field, name: 'why', label: { de: 'Begründung', en: 'Reason' }, type: 'text', listed: false },
          { ...field, name: 'due', label: { de: 'Fällig am', en: 'Due on' }, type: 'date', required: false },
        ],
        rules: [],
      },
    })
    const clerk = await openPage(browser, product.origin)
    await signIn(clerk, ben, { kind: 'mobile' })
    await clerk.goto('/m/new')
    await clerk.getByLabel('Kind of request').selectOption('Travel expenses')
    await clerk.getByLabel('Title').fill('Berlin in December')
    await clerk.getByLabel('Amount', { exact: true }).fill('10,000.005')
    await clerk.getByLabel('IBAN').pressSequentially('de0212030000000020205')
    await clerk.getByLabel('Reason').fill(TEXT)
    await clerk.getByText('EUR has 2 decimals at most.').waitFor()
    await clerk.getByText('An IBAN of this country (Germany) has 22 characters, this one has 21.').waitFor()
    await expectAccessible(clerk, 'a request of a kind with faults')
    await expectFitsSizes(clerk, {
      name: 'kinds-new',
      height: 2000,
      sizes: [
        [320, 'en', 'light'],
        [430, 'en', 'dark'],
      ],
    })
    await clerk.getByLabel('Amount', { exact: true }).fill('10,000')
    await clerk.getByLabel('IBAN').press('End')
    await clerk.getByLabel('IBAN').pressSequentially('1')
    await clerk.getByLabel('Due on').fill('2026-12-24')
    await clerk.getByText(/Thursday,? 24 December 2026/).waitFor()
    await clerk.getByRole('button', { name: 'Send request' }).click()
    await clerk.getByRole('button', { name: 'Send a reminder' }).waitFor()
    await picture(clerk, 'kinds-sent')

    const { page, sign } = await openByPin({ browser, origin: product.origin }, anna)
    await page.goto('/m')
    await page.getByText('Travel expenses · 10,000.00').waitFor()
    await picture(page, 'kinds-inbox')
    await page.getByRole('link', { name: /Berlin in December/ }).click()
    const value = (label: string) =>
      page.locator('.filled-fields > div', { has: page.getByText(label, { exact: true }) }).locator('dd')
    expect(await value('Amount').innerText()).toBe('10,000.00\u00A0EUR')
    expect(await value('IBAN').innerText()).toBe('DE02120300000000202051')
    expect(await value('Reason').innerText()).toBe(TEXT)
    expect(await value('Due on').innerText()).toBe('24 Dec 2026')
    await expectAccessible(page, 'a request of a kind')
    await expectFitsSizes(page, {
      name: 'kinds-decide',
      height: 1400,
      sizes: [
        [320, 'de', 'light'],
        [430, 'en', 'dark'],
      ],
      loaded: async () => {
        await page.locator('.filled-fields').waitFor()
        const name = await page.evaluate<number>(CUT)
        expect(name, 'the name of the kind is cut').toBeLessThanOrEqual(0)
      },
    })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('dialog').getByText('10,000.00').waitFor()
    await page.getByRole('dialog').getByText('Travel expenses').waitFor()
    await picture(page, 'kinds-sheet')
    await sign('Approve')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await picture(page, 'kinds-result')

    const desk = await openPage(browser, product.origin, { width: 1280, height: 1400 })
    await signIn(desk, anna)
    await desk.goto(`/workspace/${workspaceId}?tab=audit`)
    await desk.locator('tbody').getByText('Fields filled in').click()
    await desk
      .locator('.drawer-body')
      .getByText(/Betrag \/ Amount: 10000\.00 EUR/)
      .waitFor()
    await picture(desk, 'kinds-log')
  },
  120_000,
)
