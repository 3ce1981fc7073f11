import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { belegInPdf } from '#contract/beleg/beleg-in-pdf.ts'
import { verifyBeleg } from '#contract/beleg/verify-beleg.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { go, openByPin, openPair } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { PASSWORD } from '#support/product/local-product.ts'

if (noBrowser === null) openSite()

/** Downloads the Beleg; the file holds, and says its language. */
const download = async (page: Page, button: string, language: string): Promise<void> => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^beleg-[0-9a-f-]{36}\.pdf$/)
  const bytes = new Uint8Array(await readFile(await file.path()))
  expect(new TextDecoder('latin1').decode(bytes)).toContain(`/Lang (${language})`)
  const verdict = await verifyBeleg((await belegInPdf(bytes)) ?? '')
  expect(verdict).toMatchObject({ reasons: [{ code: 'no-anchor' }], found: { signatures: 1 } })
}

test.runIf(noBrowser === null)(
  `who decided downloads the Beleg on the phone, who asked in German on phone and desk${whySkipped}`,
  async () => {
    const [anna, ben, id] = await openPair(product)
    const { access_token: token } = await product.call(login, { body: { email: anna, password: PASSWORD } })
    const body = { type: 'approval', title: 'Pay the invoice 4711', anyApprover: true } as const
    const request = await product.call(createRequest, { token, params: { id }, body })
    const phone = await openByPin({ browser, origin: product.origin }, ben)
    const { page } = phone
    await go(page, 'Inbox')
    await page.getByRole('link', { name: 'Pay the invoice 4711' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await phone.sign('Sign and approve')
    await page.getByRole('heading', { name: 'Approved' }).waitFor()
    await download(page, 'Download Beleg', 'en')
    await page.getByText(/^beleg-.* is saved\.$/).waitFor()
    await expectAccessible(page, 'a Beleg on the phone')
    await picture(page, 'beleg-phone', true)

    const asker = await openPage(browser, product.origin, { locale: 'de-DE' })
    await signIn(asker, anna, { kind: 'mobile' })
    await asker.goto(`/m/requests/${request.id}`)
    await download(asker, 'Beleg herunterladen', 'de')
    await picture(asker, 'beleg-phone-de', true)

    const desk = await openPage(browser, product.origin, { width: 1_280, height: 900, locale: 'de-DE' })
    await signIn(desk, anna)
    await desk.goto(`/inbox?list=asked&state=approved&request=${request.id}`)
    await download(desk, 'Beleg herunterladen', 'de')
    await expectAccessible(desk, 'a Beleg on the desk')
    await picture(desk, 'beleg-desk', true)
  },
)
