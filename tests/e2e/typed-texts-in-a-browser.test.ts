import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { openPlatform } from '#platform/platform.ts'
import { readModels } from '#projections/projector.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { joinAsApprovers } from '../support/crowd.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '../support/local-product.ts'
import { silentLog } from '../support/silent-log.ts'

const [boss, password] = ['boss@example.com', 'correct horse']
/** In every text, to find it by on a page. */
const MARK = 'תשלום'
const typed = {
  workspace: `${MARK} 12 – Müller & Söhne Liegenschaftsverwaltungsgesellschaft`,
  description: `${MARK}: 1, 2, 3`,
  title: `Pаypal an ${MARK} 111 222 333`,
  details: `Konto ١٢٣\n${MARK}\n111 222 333\n${'漢字かな交じり文'.repeat(12)}`,
}

let product: LocalProduct
let browser: Browser
let token = ''
let workspaceId = ''
let requestId = ''

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(product.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { id: string; access_token: string }
}

beforeAll(async () => {
  if (noBrowser) return
  product = await openLocalProduct()
  browser = await openBrowser()
  await post('/auth/signup', { email: boss, password })
  const { pathname } = linkIn(await product.mail(boss, /confirm/i), '/auth/confirmEmail/')
  await post(pathname.replace('confirmEmail', 'verifyEmail'), {})
  token = (await post('/auth/login', { email: boss, password })).access_token
  const { workspace: name, description, title, details } = typed
  workspaceId = (await post('/workspaces/create', { name, description })).id
  await post('/workspaces/create', { name: 'Travel' })
  const platform = await openPlatform(product.config, { log: silentLog, catalogue: allEvents, readModels })
  await joinAsApprovers(platform, workspaceId, ['approver@example.com'])
  await platform.close()
  const question = { type: 'approval', title, details, anyApprover: true }
  requestId = (await post(`/requests/create/${workspaceId}`, question)).id
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

type Looks = { width?: number; colorScheme?: 'light' | 'dark'; locale?: string }

/** The boss's browser; whatever goes wrong in it fails the test. */
const openPage = async ({
  width = 390,
  colorScheme = 'light',
  locale = 'en-GB',
}: Looks = {}): Promise<Page> => {
  const faults: string[] = []
  const viewport = { width, height: 844 }
  const context = await browser.newContext({ baseURL: product.origin, viewport, colorScheme, locale })
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto('/login')
  await page.getByLabel('E-mail').or(page.getByLabel('E-Mail')).fill(boss)
  await page.getByLabel(/^Pass(word|wort)$/).fill(password)
  await page.getByRole('button', { name: /^(Login|Anmelden)$/ }).click()
  await page.getByRole('link', { name: /Travel/ }).waitFor()
  return page
}

/** How often the mark is shown, and where nothing keeps it from turning what stands beside it. */
const shownIn = (page: Page) =>
  page.evaluate<{ count: number; loose: string[] }>(`(() => {
    const holds = (text) => text?.includes('${MARK}')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = [...document.querySelectorAll('input, textarea')].filter(({ value }) => holds(value))
    while (walker.nextNode())
      if (holds(walker.currentNode.textContent)) found.push(walker.currentNode.parentElement)
    const loose = found.filter((element) => !element.closest('bdi, [dir="auto"]'))
    return { count: found.length, loose: loose.map(({ outerHTML }) => outerHTML) }
  })()`)

const suffix = noBrowser ? ` (${noBrowser})` : ''

describe.skipIf(noBrowser !== null)(`what people typed${suffix}`, () => {
  test('stands in a direction of its own on every page that shows it', async () => {
    const page = await openPage({ width: 1280 })
    const pages = [
      '/workspaces',
      ...['users', 'invite', 'audit', 'settings'].map((tab) => `/workspace/${workspaceId}?tab=${tab}`),
      '/m/',
      '/m/new',
      '/m/requests',
      `/m/requests/${requestId}`,
      '/m/account',
    ]
    for (const path of pages) {
      await page.goto(path)
      await expect
        .poll(async () => (await shownIn(page)).count, { timeout: 10_000, message: path })
        .toBeGreaterThan(0)
      expect({ path, loose: (await shownIn(page)).loose }).toEqual({ path, loose: [] })
    }
    await page.goto(`/workspace/${workspaceId}?tab=settings`)
    await page.getByRole('button', { name: 'Leave workspace' }).click()
    await page.getByRole('dialog').waitFor()
    expect((await shownIn(page)).loose).toEqual([])
  })

  const looks = [320, 390].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
  )
  test.each(looks)('is marked on the phone where it may be taken for something else: %o', async (look) => {
    const locale = look.colorScheme === 'dark' ? 'de-DE' : 'en-GB'
    const page = await openPage({ ...look, locale })
    await page.goto(`/m/requests/${requestId}`)
    const notice = page.getByRole('note', { name: /^(Unusual characters|Ungewöhnliche Zeichen)$/ })
    await notice.waitFor()
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Pаypal'),
      expect.stringContaining('111 222 333'),
      expect.stringContaining('١٢٣'),
    ])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width)
    const folder = process.env['SCREENSHOTS']
    if (folder)
      await page.screenshot({ path: `${folder}/odd-${look.width}-${look.colorScheme}.png`, fullPage: true })
  })
})
