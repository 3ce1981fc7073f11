import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inviteParticipant } from '#contract/workspaces/invitations.ts'
import { createRequest } from '#contract/requests/requests.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import {
  logInOn,
  noBrowser,
  openPage,
  picture,
  signIn,
  type Looks,
  whySkipped,
} from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { appendTo, joinAsApprovers } from '#support/product/crowd.ts'
import { casesOfRun } from '#support/rounds.ts'

/** The desk with a busy workspace: many people, a long log, long texts in several scripts. */

const boss = 'a.very.long.address.of.the.boss@accounting.harbour-authority.example'
const NAME = 'Liegenschaftsverwaltungsgesellschaft Müller & Söhne – إدارة العقارات 🏢'
const titles = [
  'Überweisung an die Hafenmeisterei Nord, Rechnung 2026-000471 vom 3. November, fällig sofort',
  `תשלום לספק 111 222 333 – ${'חשבון '.repeat(24)}`.slice(0, 200),
  'دفع فاتورة المورد رقم 12345 قبل نهاية الشهر',
  '🚢🏗️👩‍👩‍👧‍👦 Kran 7: Ersatzteile 💶 12.480,00 €',
  'x'.repeat(200),
]
const people = Array.from({ length: 58 }, (_, number) =>
  number % 9 === 0
    ? `maximiliane.von-und-zu-hohenstein.${number}@liegenschaften.harbour-authority.example`
    : `person${number}@example.com`,
)

let workspaceId = ''

openSite({
  timeout: 180_000,
  prepare: async () => {
    const { token } = await product.account(boss)
    const body = { name: NAME, description: titles[2]! }
    const params = { id: (workspaceId = (await product.call(createWorkspace, { token, body })).id) }
    const joined = await onPlatform(async (platform) => {
      const members = await joinAsApprovers(platform, workspaceId, people)
      const changed = Array.from(
        { length: 440 },
        (_, number) => `${titles[number % titles.length]} ${number}`,
      )
      await appendTo(
        platform,
        workspaceId,
        changed.map((description) => ({
          type: 'WorkspaceSettingsChanged',
          data: { workspaceId, description },
        })),
      )
      return members
    })
    for (const email of ['anna@müller.example', 'ben@example.com']) {
      const invited = { email, role: 'regular user', approver: true, requester: false } as const
      await product.call(inviteParticipant, { token, params, body: invited })
    }
    for (const [number, title] of titles.entries())
      await product.call(createRequest, {
        token,
        params,
        body: { type: 'approval', title, approverId: joined[number]!.participantId },
      })
  },
})

const openDesk = async (path: string, looks: Looks = {}): Promise<Page> => {
  const page = await openPage(browser, product.origin, { width: 1280, height: 800, ...looks })
  await signIn(page, boss)
  await page.goto(path)
  return page
}
const pathOf = (tab: string): string => `/workspace/${workspaceId}?tab=${tab}`
const ready: Readonly<Record<string, string>> = {
  users: '.people tbody tr >> nth=5',
  invite: '.choices >> nth=0',
  audit: '.audit-list tbody tr >> nth=5',
  settings: 'select[name=timezone]',
}

/** Content beyond the right edge, one-line values that are cut off without an ellipsis, and table rows that wrap. */
const faultsIn = (page: Page) =>
  page.evaluate<{ wide: number; cut: string[]; tall: string[] }>(`(() => {
    const cells = [...document.querySelectorAll('.table-card :is(td, .address-line), .breadcrumb li, h1, .MuiDialog-paper button')]
    const rows = innerWidth > 700 ? [...document.querySelectorAll('.table-card tbody tr')] : []
    const isTall = (row) => row.offsetHeight > (row.closest('.audit-list') ? 41 : 49)
    const isCut = (cell) => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).display !== 'inline'
    return {
      wide: document.documentElement.scrollWidth - innerWidth,
      cut: cells.filter(isCut).map((cell) => cell.className + ': ' + cell.textContent.slice(0, 40)),
      tall: rows.filter(isTall).map((row) => row.textContent.slice(0, 60)),
    }
  })()`)

const sizes = [
  { width: 320, height: 700, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 768, height: 1024, colorScheme: 'light' },
  { width: 1024, height: 768, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1600, height: 1000, colorScheme: 'dark' },
] as const

describe.skipIf(noBrowser !== null)(`a busy workspace on the desk${whySkipped}`, () => {
  const locales = casesOfRun(['de-DE', 'en-GB'] as const)
  const openSized = async (path: string, locale: 'de-DE' | 'en-GB') => {
    const page = await openDesk(path, { locale })
    const fits = async (at: string) => {
      for (const { colorScheme, ...size } of sizes) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await picture(page, `${at}-${size.width}-${locale}`)
        await expect
          // Rows are measured anew after a change of size, which takes a busy machine more than a second.
          .poll(() => faultsIn(page), { message: `${at} at ${size.width}`, timeout: 10_000 })
          .toEqual({ wide: 0, cut: [], tall: [] })
      }
    }
    return { page, fits }
  }

  test.each(locales)('fits every window size with any content: %s', async (locale) => {
    const { page, fits } = await openSized('/workspaces', locale)
    await page.locator('.workspace-card').first().waitFor()
    await fits('workspaces')
    await page.locator('.workspace-card a').first().click()
    for (const [tab, sign] of Object.entries(ready)) {
      await page.locator(`#tab-${tab}`).click()
      await page.locator(sign).waitFor()
      await fits(tab)
    }
    await page.getByRole('button', { name: /^(Leave workspace|Workspace verlassen)$/ }).click()
    await page.getByRole('dialog').waitFor()
    await fits('leaving')
  })

  test.each(locales)('fits every window size beside an open entry or person: %s', async (locale) => {
    const { page, fits } = await openSized(pathOf('audit') + '&action=request.created', locale)
    await page.locator('.audit-list .row-opener').first().click()
    await page.locator('.timeline li').first().waitFor()
    await fits('drawer')
    await page.keyboard.press('Escape')
    await page.locator('#tab-users').click()
    await page.locator('.people .row-opener').last().click()
    await page.locator('.drawer-body').waitFor()
    await fits('person')
  })

  test('shows twelve log entries at once, starts pages at the top, and keeps its frame', async () => {
    const page = await openDesk(pathOf('audit'))
    await page.getByRole('button', { name: 'OK' }).click()
    await page.locator(ready['audit']!).waitFor()
    const rows = await page.locator('.audit-list tbody tr').all()
    const boxes = await Promise.all(rows.slice(0, 12).map((row) => row.boundingBox()))
    expect(boxes.map((box) => Math.round(box?.height ?? 0)).filter((height) => height > 41)).toEqual([])
    expect((boxes.at(-1)?.y ?? 0) + (boxes.at(-1)?.height ?? 0)).toBeLessThanOrEqual(800)

    await page.goto(pathOf('users'))
    await page.locator(ready['users']!).waitFor()
    const top = () => page.evaluate<number>('scrollY')
    const scroll = async () => {
      await page.evaluate('scrollTo(0, 900)')
      await expect.poll(top).toBe(900)
    }
    await scroll()
    await page.goto('/workspaces')
    await page.locator('.workspace-card').first().waitFor()
    await page.goto(pathOf('users'))
    await page.locator(ready['users']!).waitFor()
    expect(await top()).toBe(0)
    await scroll()
    // A real click would scroll to the tab.
    await page.getByRole('tab', { name: 'Settings' }).dispatchEvent('click')
    await page.locator(ready['settings']!).waitFor()
    await expect.poll(top).toBe(0)
    await page.goBack()
    await expect.poll(top).toBe(900)

    await page.setViewportSize({ width: 1280, height: 300 })
    await page.goto('/terms')
    await page.evaluate('scrollTo(0, 100)')
    await expect.poll(top).toBe(100)
    await page.goto('/privacy')
    await page.goto('/terms')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await top(), 'left further down, and gone to anew').toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(pathOf('users'))
    await page.locator(ready['users']!).waitFor()

    await page.emulateMedia({ forcedColors: 'active' })
    const colours = await page.evaluate<string[]>(`['.MuiTabs-indicator', '.workspace-tabs'].map((part) =>
      getComputedStyle(document.querySelector(part)).backgroundColor)`)
    expect(new Set(colours).size, 'which part is open is seen without colours of its own').toBe(2)

    await page.route(/InviteTab/, (route) => route.abort())
    await page.getByRole('tab', { name: 'Invite new user' }).click()
    await page.getByText('This part of the page could not be loaded.').waitFor()
    await page.unroute(/InviteTab/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator(ready['invite']!).waitFor()
  })

  test('covers nothing at the bottom of the window, and keeps the input when the session ends', async () => {
    const page = await openDesk(pathOf('settings'), { width: 390, height: 844 })
    await page.getByLabel('Name').fill('Harbour')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').waitFor()
    await page.locator('.toast').hover()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const boxes = []
    for (const part of ['.footer', '.toast', '.cookie-notice'])
      boxes.push({ part, ...(await page.locator(part).boundingBox())! })
    const sorted = boxes.toSorted((a, b) => a.y - b.y)
    for (const [index, { part, y, height }] of sorted.entries())
      expect({ part, end: Math.floor(y + height) <= Math.ceil(sorted[index + 1]?.y ?? 844) }).toEqual({
        part,
        end: true,
      })
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.toast').waitFor({ state: 'detached' })

    const description = page.getByLabel(/^Description/)
    await description.fill('Typed while the session ended')
    await page.route(/update-settings|auth\/refresh/, (route) =>
      route.fulfill({
        status: 401,
        json: { statusCode: 401, code: 'session.ended', message: 'Your session has ended.', requestId: 'r' },
      }),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Your session has ended. Log in to/).waitFor()
    await page.unroute(/update-settings|auth\/refresh/)
    await logInOn(page, boss)
    await description.waitFor()
    expect(new URL(page.url()).search).toBe('?tab=settings')
    expect(await description.inputValue()).toBe('Typed while the session ended')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.toast').waitFor()
  })
})
