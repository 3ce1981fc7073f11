import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { openMailbox } from '#platform/mail/mailbox.ts'
import { buildApi } from '../../../services/api/app.ts'
import { noBrowser } from '#support/browser/browser.ts'
import { sharedBrowser } from '#support/browser/site.ts'
import { openProduct, type Product } from '#support/product/product.ts'

/** Pages that the server renders itself, in a real browser with their content security policies. */
describe.skipIf(noBrowser !== null)('the mailbox and the documentation', () => {
  let product: Product
  let app: Awaited<ReturnType<typeof buildApi>>
  let browser: Browser
  let page: Page
  let origin: string
  const refused: string[] = []

  beforeAll(async () => {
    product = await openProduct()
    app = await buildApi(product.platform, { localMailbox: true })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    origin = address.replace('127.0.0.1', 'localhost')
    browser = await sharedBrowser()
    page = await browser.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
  })
  afterAll(async () => {
    await page?.context().close()
    await app?.close()
    await product?.close()
  })

  const store = (i: number) =>
    openMailbox(product.platform.db)({
      messageId: `<${i}@example.com>`,
      to: 'ada@example.com',
      subject: `Mail ${i}`,
      text: `Text ${i}`,
      html: `<html><head></head><body>HTML ${i}</body></html>`,
    })
  const subjects = () => page.locator('#list .subject').allTextContents()

  test('the mailbox shows 100 mails, loads older ones on a press, and adds new ones on top', async () => {
    for (let i = 1; i <= 130; i += 1) await store(i)
    await page.goto(`${origin}/mailbox`)
    await expect.poll(async () => (await subjects()).length).toBe(100)
    await page.getByRole('button', { name: 'Older mails' }).click()
    await expect.poll(async () => (await subjects()).length).toBe(130)
    expect(await page.getByRole('button', { name: 'Older mails' }).isVisible()).toBe(false)
    await store(131)
    await expect.poll(async () => (await subjects()).length, { timeout: 10_000 }).toBe(131)
    expect(await subjects()).toEqual(Array.from({ length: 131 }, (_, i) => `Mail ${131 - i}`))
    await page.getByText('Mail 3', { exact: true }).click()
    expect(await page.frameLocator('#html').locator('body').textContent()).toBe('HTML 3')
    expect(refused).toEqual([])
  })

  test('the mailbox is German for German readers, and does not move while it loads', async () => {
    const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 800 } })
    const german = await context.newPage()
    await german.addInitScript(`
      shift = 0
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shift += value
      }).observe({ type: 'layout-shift', buffered: true })`)
    await german.goto(`${origin}/mailbox`)
    await german.getByText(/^die neuesten [0-9]+ E-Mails$|^[0-9]+ E-Mails$/).waitFor()
    expect(await german.title()).toBe('Postfach · Vieraugen')
    const parts = german.locator('[data-text], [data-label]')
    expect(await parts.count()).toBeGreaterThan(10)
    for (const part of await parts.all())
      expect(await part.evaluate((one: { outerHTML: string }) => one.outerHTML)).not.toContain('undefined')
    expect(await german.evaluate<number>('shift')).toBeLessThanOrEqual(0.02)
    await context.close()
    expect(refused).toEqual([])
  })

  test('the documentation works with its content security policy', async () => {
    // The page takes ten seconds to draw all operations: it gets one of them.
    await page.route('**/docs/json', async (route) => {
      const whole = (await (await route.fetch()).json()) as { readonly paths: Record<string, unknown> }
      await route.fulfill({ json: { ...whole, paths: { '/auth/login': whole.paths['/auth/login'] } } })
    })
    await page.goto(`${origin}/docs/`)
    await page.getByText('/auth/login', { exact: true }).first().waitFor()
    expect(refused).toEqual([])
  })
})
