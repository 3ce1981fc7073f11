import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvite, inviteParticipant } from '#contract/invitations.ts'
import { userLive } from '#contract/live.ts'
import { createWorkspace, updateSettings } from '#contract/workspaces.ts'
import { logInOn, noBrowser, openBrowser, openPage, picture, whySkipped } from '../support/browser.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '../support/local-product.ts'

/** Two admins before the same workspace, each in a browser of their own. */

const [ann, ben] = ['ann@example.com', 'ben@example.com']
let product: LocalProduct
let browser: Browser
let id = ''
let bens = ''

beforeAll(async () => {
  if (noBrowser) return
  product = await openLocalProduct()
  browser = await openBrowser()
  const { token } = await product.account(ann)
  id = (await product.call(createWorkspace, { token, body: { name: 'Harbour' } })).id
  bens = (await product.account(ben)).token
  const body = { email: ben, role: 'admin', approver: true, requester: true } as const
  await product.call(inviteParticipant, { token, params: { id }, body })
  const link = linkIn(await product.mail(ben, /Invitation/), '/users/invite/')
  const params = { id: link.searchParams.get('invitationUuid')! }
  await product.call(acceptInvite, { token: bens, params })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const isStream = (asked: { url(): string }) => /\/live(\/|$)/.test(asked.url())

const openTab = async (email: string, tab: string): Promise<Page> => {
  const page = await openPage(browser, product.origin, { width: 1280, height: 800 })
  await page.goto('/login')
  await logInOn(page, email)
  await page.locator('.workspace-card').first().waitFor()
  const stream = page.waitForResponse(isStream)
  await page.goto(`/workspace/${id}?tab=${tab}`)
  await stream
  return page
}
const rename = (name: string) => product.call(updateSettings, { token: bens, params: { id }, body: { name } })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const NOTICE = /does not appear here at once/

describe.skipIf(noBrowser !== null)(`what another admin does${whySkipped}`, () => {
  test('comes to the screen by itself, and leaves the place, the focus and what is typed', async () => {
    const [page, other] = [await openTab(ann, 'users'), await openTab(ben, 'settings')]
    const search = page.getByRole('searchbox')
    await search.pressSequentially('exam')
    const name = other.getByLabel(/^Name/)
    await name.fill('Dockyard')
    await other.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Dockyard').waitFor()
    expect(await search.inputValue()).toBe('exam')
    await search.and(page.locator(':focus')).waitFor()

    // A second tab of the same browser has no stream of its own, and hears it all the same.
    const second = await page.context().newPage()
    const streams: string[] = []
    page.context().on('request', (request) => isStream(request) && streams.push(request.url()))
    await second.goto(`/workspace/${id}?tab=audit`)
    await heading(second, 'Dockyard').waitFor()
    await second.locator('.audit-list tbody tr').first().waitFor()
    await rename('Lighthouse')
    await heading(second, 'Lighthouse').waitFor()
    expect(streams).toEqual([])
    const fresh = second.getByRole('button', { name: '1 new entry' })
    await fresh.waitFor()
    await picture(second, 'live-fresh-entry')
    await fresh.click()
    await fresh.waitFor({ state: 'detached' })
    // The first one has one stream for all that it shows, which goes over to the second.
    await page.close()
    await expect.poll(() => streams).toEqual([`${product.origin}${userLive.path}`])
  }, 120_000)

  test('is shown beside what the reader has typed into the same field', async () => {
    const page = await openTab(ann, 'settings')
    const name = page.getByLabel(/^Name/)
    await name.fill('Mine')
    await rename('Theirs')
    await page.getByText('Meanwhile somebody else changed this to: Theirs').waitFor()
    expect(await name.inputValue()).toBe('Mine')
    await picture(page, 'live-both-values')
    await page.getByRole('button', { name: 'Take theirs' }).click()
    expect(await name.inputValue()).toBe('Theirs')
  }, 60_000)

  test('is caught up with after the network was away, which is said while it is', async () => {
    const page = await openTab(ann, 'users')
    await page.context().setOffline(true)
    await page.getByText(NOTICE).waitFor()
    await rename('Back again')
    await picture(page, 'live-lost')
    await page.context().setOffline(false)
    await heading(page, 'Back again').waitFor()
    await page.getByText(NOTICE).waitFor({ state: 'detached' })
  }, 120_000)
})
