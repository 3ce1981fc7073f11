import { expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { go, openByPin, openPair } from '#support/browser/phones.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { IBANS, manyLines, runText } from '#support/payment-runs.ts'

if (noBrowser === null) openSite()

const fileOf = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/xml',
  buffer: Buffer.from(text),
})
const run = (first: string): string =>
  runText({
    blocks: [{ lines: [{ payee: 'Hydraulik Nord', iban: first, amount: '4711.00' }, ...manyLines(12)] }],
  })

test.runIf(noBrowser === null)(
  `a payment run is read before it is sent and signed, and what is refused loses nothing${whySkipped}`,
  async () => {
    const [anna, ben] = await openPair(product)
    const asker = await openPage(browser, product.origin)
    await signIn(asker, anna, { kind: 'mobile' })
    await asker.goto('/m/new')
    const phone = await openByPin({ browser, origin: product.origin }, ben)

    const ask = async (title: string, file: ReturnType<typeof fileOf>) => {
      await asker.getByLabel('Title').fill(title)
      await asker.locator('input[type=file]').setInputFiles(file)
      await asker.getByText('The largest 10').waitFor()
    }
    await ask('Run of week 48', fileOf('run.xml', run(IBANS[2])))
    for (const [file, says] of [
      [fileOf('notes.xml', 'just a text'), 'notes.xml is neither a PDF nor a PNG, JPEG or XML file.'],
      [fileOf('large.xml', Buffer.alloc(11 << 20, 'x')), 'large.xml is larger than 10 MiB.'],
    ] as const) {
      await asker.locator('input[type=file]').setInputFiles(file)
      await asker.getByText(says).waitFor()
    }
    expect(await asker.getByLabel('Title').inputValue()).toBe('Run of week 48')
    await asker.getByText('run.xml', { exact: true }).waitFor()
    await asker.getByText('4,897.66 EUR', { exact: true }).waitFor()
    await expectAccessible(asker, 'a new request with a payment run')
    await picture(asker, 'files-asking', true)
    await asker.locator('input[type=file]').setInputFiles(fileOf('wrong.xml', runText({ sum: '7.00' })))
    await asker.getByText('GrpHdr/CtrlSum').waitFor()
    await asker.getByRole('button', { name: 'Remove wrong.xml' }).click()
    await asker.getByRole('button', { name: 'Send request' }).click()
    await asker.getByRole('button', { name: 'Send a reminder' }).waitFor()

    const { page } = phone
    const approve = async (title: string) => {
      await go(page, 'Inbox')
      await page.getByRole('link', { name: title }).click()
      await page.getByText('The largest 10').waitFor()
    }
    const sign = async () => {
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await phone.sign('Sign and approve')
      await page.getByRole('heading', { name: 'Approved' }).waitFor()
    }
    await approve('Run of week 48')
    await page.getByText(/No payment run was approved here before/).waitFor()
    await page.getByRole('button', { name: 'Show and search all payments' }).click()
    await page.getByRole('searchbox').fill('Lieferant 12')
    await page.getByText('One payment', { exact: true }).waitFor()
    await expectAccessible(page, 'a request with a payment run')
    await picture(page, 'files-deciding', true)
    await sign()

    await asker.goto('/m/new')
    await ask('Run of week 49', fileOf('run.xml', run(IBANS[3])))
    await asker.getByText('One payee has another account than before.').waitFor()
    await asker.getByRole('button', { name: 'Send request' }).click()
    await approve('Run of week 49')
    await page.getByText('One payee has another account than before.').waitFor()
    await page.getByRole('button', { name: 'Show changed accounts' }).click()
    await page.getByText('One payment', { exact: true }).waitFor()
    await picture(page, 'files-changed', true)

    const desk = await openPage(browser, product.origin, { width: 1_280, height: 900, locale: 'de-DE' })
    await signIn(desk, ben)
    await desk.goto('/inbox')
    await desk.getByRole('button', { name: 'Run of week 49' }).click()
    await desk.getByText('Ein Empfänger hat ein anderes Konto als zuvor.').waitFor()
    await expectAccessible(desk, 'a payment run on the desk')
    await picture(desk, 'files-desk', true)
    await sign()
  },
  90_000,
)
