import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openPair } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'

openSite({ timeout: 120_000 })

const openKinds = async (page: Page, id: string) => {
  await page.goto(`/workspace/${id}?tab=settings`)
  await page
    .locator('summary')
    .filter({ hasText: /^(Kinds of request|Arten von Anfragen)$/ })
    .click()
  await page.getByRole('button', { name: /^(Add a kind|Art hinzufügen)$/ }).waitFor()
}
const WIDE = `document.documentElement.scrollWidth - innerWidth`

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
    for (const [width, language, colorScheme] of [
      [320, 'de', 'light'],
      [390, 'de', 'dark'],
      [768, 'en', 'light'],
      [1440, 'de', 'dark'],
    ] as const) {
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.origin }])
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await picture(page, `kinds-form-${width}-${colorScheme}`, true)
      expect(await page.evaluate(WIDE)).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
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
    for (const [width, language] of [
      [320, 'de'],
      [1440, 'en'],
    ] as const) {
      await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.origin }])
      await page.setViewportSize({ width, height: 900 })
      await openKinds(page, id)
      await picture(page, `kinds-own-${width}-${language}`, true)
      expect(await page.evaluate(WIDE)).toBeLessThanOrEqual(0)
    }
    await page.goto(`/workspace/${id}?tab=audit`)
    await page.locator('tbody').getByText('Kind of request written').waitFor()
  },
  90_000,
)
