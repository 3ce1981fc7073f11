import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createRequest } from '#contract/requests/requests.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { noBrowser, openPage, picture, signIn, type Looks, whySkipped } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { joinAsApprovers } from '#support/product/crowd.ts'

const boss = 'boss@example.com'
/** A marker in every text. */
const MARK = 'תשלום'
const typed = {
  workspace: `${MARK} 12 – Müller & Söhne Liegenschaftsverwaltungsgesellschaft`,
  description: `${MARK}: 1, 2, 3`,
  title: `Pаypal an ${MARK} 111 222 333`,
  details: `Konto ١٢٣\n${MARK}\n111 222 333\n${'漢字かな交じり文'.repeat(12)}`,
}

let workspaceId = ''
let requestId = ''

openSite({
  prepare: async () => {
    const { token } = await product.account(boss)
    const { workspace: name, description, title, details } = typed
    workspaceId = (await product.call(createWorkspace, { token, body: { name, description } })).id
    await product.call(createWorkspace, { token, body: { name: 'Travel' } })
    await onPlatform((platform) => joinAsApprovers(platform, workspaceId, ['approver@example.com']))
    const body = { type: 'approval', title, details, anyApprover: true } as const
    requestId = (await product.call(createRequest, { token, params: { id: workspaceId }, body })).id
  },
})

/** The boss's page. */
const openOwn = async (looks: Looks): Promise<Page> => {
  const page = await openPage(browser, product.origin, looks)
  await signIn(page, boss)
  return page
}

/** Counts the marker, and finds the elements that do not isolate its text direction. */
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

describe.skipIf(noBrowser !== null)(`user text${whySkipped}`, () => {
  test('is isolated in its text direction on every page', async () => {
    const page = await openOwn({ width: 1280 })
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

  const looks = [
    { colorScheme: 'light', locale: 'en-GB' },
    { colorScheme: 'dark', locale: 'de-DE' },
  ] as const
  test.each(looks)('with confusable words gets a notice on the phone: %o', async (look) => {
    const page = await openOwn(look)
    await page.goto(`/m/requests/${requestId}`)
    const notice = page.getByRole('note', { name: /^(Unusual characters|Ungewöhnliche Zeichen)$/ })
    await notice.waitFor()
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Pаypal'),
      expect.stringContaining('111 222 333'),
      expect.stringContaining('١٢٣'),
    ])
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const scrollWidth = () => page.evaluate<number>('document.documentElement.scrollWidth')
      await expect.poll(scrollWidth).toBeLessThanOrEqual(width)
      await picture(page, `odd-${width}-${look.colorScheme}`, true)
    }
  })
})
