import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { requestDetails } from '#contract/requests/requests.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { noBrowser, openPage, picture, signIn, type Looks, whySkipped } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { joinAsApprovers, type Joined } from '#support/product/crowd.ts'

const boss = 'boss@example.com'
const LONG = `${'maximiliane.von.und.zu.'.repeat(2)}x@${'abteilung.'.repeat(12)}example.com`
const others = ['Ωmega@παράδειγμα.gr', '山田太郎@例え.jp', 'محمد@مثال.مصر', 'иван.иванов@пример.рф']
const colleagues = [LONG, ...others].concat(
  Array.from({ length: 300 - 5 }, (_, i) => `person.${String(i + 1).padStart(3, '0')}@example.com`),
)

let token = ''
let workspaceId = ''
let people: readonly Joined[]

openSite({
  prepare: async () => {
    ;({ token } = await product.account(boss))
    workspaceId = (await product.call(createWorkspace, { token, body: { name: 'Payments' } })).id
    const other = await product.call(createWorkspace, { token, body: { name: 'Travel' } })
    await onPlatform(async (platform) => {
      people = await joinAsApprovers(platform, workspaceId, colleagues)
      await joinAsApprovers(platform, other.id, ['travel@example.com'])
    })
  },
})

/** Opens `path` as the boss. */
const openAt = async (
  path: string,
  looks?: Looks,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> => {
  const page = await openPage(browser, product.origin, looks)
  await signIn(page, boss)
  await prepare?.(page)
  await page.goto(path)
  return page
}

const searchIn = (page: Page) => page.getByRole('combobox', { name: /^(Search by name|Name oder)/ })
const optionsIn = (page: Page, name?: string) =>
  page.getByRole('listbox').getByRole('option', name === undefined ? {} : { name })
/** Neither the element nor its content overflows. */
const fits = async (part: Locator, width: number) => {
  const { x, width: own } = (await part.boundingBox())!
  return x + own <= width && (await part.evaluate((box) => box.scrollWidth <= box.clientWidth))
}

describe.skipIf(noBrowser !== null)(`with 300 approvers${whySkipped}`, () => {
  test('one can be searched and asked with the keyboard alone', async () => {
    const page = await openAt('/m/new')
    const choice = page.getByRole('button', { name: /^Who should approve/ })
    await choice.press('Enter')
    const search = searchIn(page)
    await page.getByText('10 shown, there are more.').waitFor()
    await page.keyboard.type('SON.271')
    const option = optionsIn(page, 'person.271@example.com')
    await page.getByText('1 shown.').waitFor()
    expect(await optionsIn(page).allInnerTexts()).toEqual([
      'Any approver',
      expect.stringMatching(/^person\.271@example\.com\s+no device yet$/),
    ])
    await search.press('ArrowDown')
    await search.press('ArrowDown')
    expect(await search.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await search.press('Enter')
    await search.waitFor({ state: 'detached' })
    expect(await choice.evaluate('document.activeElement.textContent')).toBe('person.271@example.com')
    await page.getByLabel('Title').fill('Transfer 40,000')
    await page.getByRole('button', { name: 'Send request' }).click()
    await page.waitForURL('**/m/requests/**')
    await page.getByText('Waiting for an answer').waitFor()
    const id = page.url().split('/').at(-1)!
    const { approver } = await product.call(requestDetails, { token, params: { id } })
    expect(approver?.participantId).toBe(
      people.find(({ email }) => email === 'person.271@example.com')!.participantId,
    )
  })

  test('more can be loaded, and long addresses and other scripts fit the screen', async () => {
    const page = await openAt('/m/new', { colorScheme: 'dark', locale: 'de-DE' })
    const expectFits = async (part: Locator, at: string) => {
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        await picture(page, `${width}-${at}`)
        await expect.poll(() => fits(part, width), { message: `${at} at ${width}` }).toBe(true)
      }
    }
    const choice = page.getByRole('button', { name: /^Wer soll frei/ })
    await choice.waitFor()
    await expectFits(choice, '1-closed')
    await choice.click()
    await page.getByRole('button', { name: 'Mehr anzeigen' }).click()
    await page.getByText('20 angezeigt, es gibt weitere.').waitFor()
    await expectFits(page.getByRole('listbox'), '2-open')
    for (const [n, address] of [LONG, ...others].entries()) {
      await searchIn(page).fill(address.slice(1, 5).toUpperCase())
      const option = optionsIn(page, address)
      await option.waitFor()
      await expectFits(option, `3-found-${n}`)
      await option.click()
      await searchIn(page).waitFor({ state: 'detached' })
      expect(await choice.innerText()).toBe(address)
      await expectFits(choice, `4-chosen-${n}`)
      await choice.click()
    }
    await searchIn(page).fill('nobody at all')
    await page.getByText('„nobody at all“').waitFor()
    await picture(page, '320-5-none')
    await searchIn(page).press('Escape')
    expect(await choice.innerText()).toBe(others.at(-1))
  })

  test('results stay during the next search, and a failed search can be retried', async () => {
    // Without live updates, which would repeat the failed search by themselves.
    const page = await openAt('/m/new', {}, (one) => one.route('**/users/live', () => {}))
    await page.getByRole('button', { name: /^Who should approve/ }).click()
    await page.getByText('10 shown, there are more.').waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const isSearch = (url: URL) =>
      url.pathname.startsWith('/requests/approvers/') && url.searchParams.has('q')
    await page.route(isSearch, async (route) => {
      await held
      await route.fulfill({ status: 400, json: { statusCode: 400, code: 'input.invalid', message: 'No.' } })
    })
    await searchIn(page).fill('person.300')
    await page.getByText('Searching…').waitFor()
    expect(await optionsIn(page).count()).toBe(11)
    release()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await picture(page, '390-6-failed')
    await page.unroute(isSearch)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No approver’s address contains “person.300”.').waitFor()
  })

  test('a choice does not carry over to another workspace', async () => {
    const page = await openAt('/m/new')
    const choice = page.getByRole('button', { name: /^Who should approve/ })
    await choice.click()
    await optionsIn(page, 'person.002@example.com').click()
    let offered = -1
    await page.route(/requests[/]approvers/, async (route) => {
      offered = await choice.count()
      await route.continue()
    })
    await page.getByLabel('Workspace').selectOption({ label: 'Travel' })
    const few = page.getByLabel('Who should approve?')
    const traveller = 'travel@example.com (no device yet)'
    await few.selectOption({ label: traveller })
    expect(await few.getByRole('option').allInnerTexts()).toEqual(['Any approver', traveller])
    expect(offered).toBe(0)
    await page.getByLabel('Workspace').selectOption({ label: 'Payments' })
    await choice.waitFor()
    expect(await choice.innerText()).toBe('Any approver')
  })

  test('the table on the desk loads 100 at a time and searches all of them', async () => {
    const page = await openAt(`/workspace/${workspaceId}`, { width: 1280 })
    await page.getByText('100 of 301 shown').waitFor()
    await picture(page, 'desk-1-first')
    expect(await page.getByRole('row').count()).toBe(101)
    await page.getByLabel('Search by name or e-mail address').fill('SON.27')
    await page.getByText('10 of 10 shown').waitFor()
    await picture(page, 'desk-2-found')
    await page.getByLabel('Search by name or e-mail address').fill('nobody at all')
    await page.getByText('No participant matches.').waitFor()
    await page.getByRole('button', { name: 'Show everybody' }).click()
    await page.getByText('100 of 301 shown').waitFor()
    // Sorting includes rows that are not loaded yet.
    for (const first of [boss, others[1]!]) {
      await page.getByRole('button', { name: 'E-mail' }).click()
      await page.getByRole('row').nth(1).getByText(first).waitFor()
    }
    await page.getByRole('button', { name: 'Load more' }).click()
    await page.getByText('200 of 301 shown').waitFor()
    await page.setViewportSize({ width: 320, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await picture(page, 'desk-3-narrow')
  })
})
