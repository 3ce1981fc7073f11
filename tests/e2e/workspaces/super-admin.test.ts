import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { addDays, dateIn } from '#contract/workspaces/subscription/subscription.ts'
import { operationsLive, userLive } from '#contract/live.ts'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'

/** A super admin and the admin of a workspace, each in their own browser. */

const operator = { email: 'operator@example.com', password: 'a long enough password' }
const admin = 'ann@example.com'
const ZONE = 'Europe/Berlin'

let token = ''
let id = ''

openSite({
  timeout: 120_000,
  prepare: async () => {
    await onPlatform((platform) => setSuperAdmin(platform, operator))
    token = (await product.account(admin)).token
    id = (await product.call(createWorkspace, { token, body: { name: 'Harbour', timezone: ZONE } })).id
  },
})

const openWide = (given = {}) => openPage(browser, product.origin, { width: 1280, height: 800, ...given })
const atSuperAdmin = async (page: Page, title = 'All workspaces'): Promise<void> => {
  await signIn(page, operator.email, { kind: 'super admin', password: operator.password })
  const stream = page.waitForResponse((response) => response.url().endsWith(operationsLive.path))
  await page.goto('/super-admin/main')
  await stream
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}
/** The settings page of the admin, which shows changes live. */
const atSettings = async (page: Page): Promise<void> => {
  await signIn(page, admin)
  const stream = page.waitForResponse((response) => response.url().endsWith(userLive.path))
  await page.goto(`/workspace/${id}?tab=settings`)
  await stream
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
}
const chip = (page: Page, word: string) => page.locator('.workspace-head').getByText(word, { exact: true })
const isClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

describe.skipIf(noBrowser !== null)(`a super admin${whySkipped}`, () => {
  test('adds a period and ends it, and the admin of the workspace sees it live, with the reason', async () => {
    const [desk, theirs] = [await openWide(), await openWide()]
    await atSettings(theirs)
    await chip(theirs, 'test').waitFor()
    await atSuperAdmin(desk)
    const today = dateIn(ZONE, new Date())

    await desk.getByRole('button', { name: 'Harbour', exact: true }).click()
    const drawer = desk.getByRole('dialog', { name: 'Harbour' })
    await drawer.getByText(admin).waitFor()
    await expectAccessible(desk, 'the details of a workspace')
    await drawer.getByRole('button', { name: 'Add period' }).click()
    const form = desk.getByRole('dialog', { name: 'Add an activity period to Harbour' })
    await form.getByText('Missing required fields', { exact: false }).waitFor()
    await form.getByLabel('Last day').fill(addDays(today, 90))
    await form.getByLabel('Number of seats').fill('25')
    await form.getByLabel('Reason').fill('Invoice 7')
    await expectAccessible(desk, 'the form of a period')
    await picture(desk, 'super-period-form')
    await form.getByRole('button', { name: 'Add period' }).click()
    await desk.getByText('Activity added successfully.').waitFor()
    await drawer.getByText('25 seats · Invoice 7').waitFor()
    await chip(theirs, 'premium').waitFor()

    await drawer.getByRole('button', { name: /^End or correct/ }).click()
    const end = desk.getByRole('dialog', { name: 'End or correct a period of Harbour' })
    await end.getByLabel('New last day').fill(addDays(today, 3))
    await end.getByLabel('Reason').fill('Ordered by mistake')
    await end.getByRole('button', { name: 'Change period' }).click()
    await desk.getByText('The period was changed.').waitFor()
    await drawer.getByText('Ordered by mistake', { exact: false }).waitFor()
    await picture(desk, 'super-drawer')
    await theirs.getByText('3 more days').waitFor()

    await theirs.getByRole('tab', { name: 'Audit log' }).click()
    await theirs.locator('.audit-list .row-opener').first().click()
    await theirs.getByText('Ordered by mistake').first().waitFor()
    await picture(theirs, 'super-in-the-log')
  }, 120_000)

  test('finds workspaces by the filters in the address, and deletes one by its name', async () => {
    const page = await openWide()
    for (const name of ['Gone soon', 'Elsewhere'])
      await product.call(createWorkspace, { token, body: { name } })
    await atSuperAdmin(page)
    await page.getByRole('button', { name: 'Gone soon', exact: true }).waitFor()
    await expectAccessible(page, 'all workspaces')
    await product.call(createWorkspace, { token, body: { name: 'Just founded' } })
    await page.getByRole('button', { name: 'Just founded', exact: true }).waitFor()
    await page.getByRole('searchbox').fill('gone')
    await page.getByText('1 of 1 shown').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('gone')
    await page.reload()
    await page.getByText('1 of 1 shown').waitFor()
    await page.getByRole('button', { name: 'Actions for Gone soon' }).click()
    await page.getByRole('menuitem', { name: 'Delete workspace' }).click()
    await page.getByLabel(/^Name of the workspace/).fill('Gone soon')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click()
    await page.getByText(/^Workspace with id .* has been removed$/).waitFor()
    await page.getByText('No workspace matches.').waitFor()
    await isClosed(page)
  }, 120_000)

  test('reads workspace names in every window size, without overlaps', async () => {
    const page = await openWide({ locale: 'de-DE' })
    const name = 'Liegenschaftsverwaltungsgesellschaft Nord'
    await product.call(createWorkspace, { token, body: { name } })
    await atSuperAdmin(page, 'Alle Workspaces')
    for (const width of [320, 701, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const row = page.getByRole('row', { name: new RegExp(name) })
      const [opener, tag] = [row.getByRole('button', { name, exact: true }), row.getByText('test')]
      const [left, right] = [(await opener.boundingBox())!, (await tag.boundingBox())!]
      expect(left.width, `at ${width}`).toBeGreaterThan(150)
      const isAbove = left.y + left.height <= right.y + 8
      expect(isAbove || left.x + left.width <= right.x, `beside it at ${width}`).toBe(true)
    }
    await picture(page, 'super-names')
  }, 120_000)

  test('rebuilds a read model, promotes the build, and rolls it back', async () => {
    const page = await openWide()
    await atSuperAdmin(page)
    await page.getByRole('link', { name: 'Read models' }).click()
    await page.getByRole('heading', { level: 1, name: 'Read models' }).and(page.locator(':focus')).waitFor()
    await page.getByText('active', { exact: true }).first().waitFor()
    await expectAccessible(page, 'the read models')
    const stateOf = (state: string) =>
      page.getByRole('row', { name: /^requests_/ }).filter({ has: page.getByText(state, { exact: true }) })
    const buildThat = async (state: string) =>
      (await stateOf(state).getByRole('rowheader').innerText()).split(' ')[0]!
    const before = await buildThat('active')
    const choose = async (build: string, step: string) => {
      await page.getByRole('button', { name: `Actions for ${build}` }).click()
      await page.getByRole('menuitem', { name: step }).click()
      await page.getByRole('dialog').getByRole('button', { name: step }).click()
      await isClosed(page)
    }
    await choose(before, 'Rebuild')
    await stateOf('ready').waitFor()
    await picture(page, 'super-read-models')
    const fresh = await buildThat('ready')
    await choose(fresh, 'Promote')
    await stateOf('previous').waitFor()
    expect([await buildThat('active'), await buildThat('previous')]).toEqual([fresh, before])
    await choose(before, 'Roll back')
    await page.getByText('The previous build is active again.').waitFor()
    await expect.poll(() => buildThat('active')).toBe(before)
  }, 120_000)
})
