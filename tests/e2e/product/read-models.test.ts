import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { eventually } from '#support/eventually.ts'
import { noBrowser, openPage, picture, signIn, type Looks, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product, untilFileEnds } from '#support/browser/site.ts'
import { casesOfRun, isLong } from '#support/rounds.ts'

const looks = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'de-DE' },
] as const
const BEING_PREPARED = /is being prepared|wird gerade vorbereitet/
const RECORDED = 'Your change is saved. The lists will update shortly.'

openSite()

/** A page for the desk of a new admin with a workspace. */
const openDesk = async (given: Looks = {}) => {
  const page = await openPage(browser, product.origin, { width: 1280, height: 800, ...given }, untilFileEnds)
  const { email, token } = await product.account()
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Payments' } })
  await signIn(page, email)
  return { page, email, workspaceId: id }
}
const openPhone = (given: Looks = {}) => openDesk({ width: 390, ...given })

/** Makes matching calls answer 503 with `code`. Returns a function that ends this. */
const interrupt = async (page: Page, matches: RegExp, code: string): Promise<() => Promise<void>> => {
  const body = { statusCode: 503, code, message: 'Later.', requestId: randomUUID() }
  let isOver = false
  await page.route(matches, (route: Route) => {
    if (isOver || route.request().resourceType() !== 'fetch') return route.continue()
    return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: body })
  })
  // The route stays: a call that is on its way while a route is taken away may never be answered.
  return async () => {
    isOver = true
  }
}

/** Adds a header to matching responses. */
const withHeader = (page: Page, matches: RegExp, name: string, value: string) =>
  page.route(matches, async (route) => {
    const response = await route.fetch()
    // A call that is still open at the end of the test may be aborted.
    await route.fulfill({ response, headers: { ...response.headers(), [name]: value } }).catch(() => {})
  })

const notice = (page: Page) => page.locator('.read-models')
const isGone = (page: Page) => notice(page).waitFor({ state: 'detached' })
/** The page shows no error and no loading state, and the user is still logged in. */
const expectCalm = async (page: Page, path: unknown) => {
  // The live region of the bar of alerts is there before any alert is.
  expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0)
  expect(await page.locator('.skeleton').count()).toBe(0)
  expect(await page.getByText(/^(Loading…|Wird geladen …)$/).count()).toBe(0)
  expect(await page.getByLabel(/^Pass(word|wort)$/).count()).toBe(0)
  expect(new URL(page.url()).pathname).toEqual(path)
}
const seen = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

// Side by side, each in a page of its own: much of their time is waiting for the next try.
describe.skipIf(noBrowser !== null).concurrent(`while read models are not available${whySkipped}`, () => {
  test.each(casesOfRun(looks))(
    'the desk says that a part is being prepared, and shows it as soon as it is ready: $locale',
    async (look) => {
      const { page, workspaceId } = await openDesk(look)
      const restore = await interrupt(page, /workspaces[/]history/, 'read-model.building')
      await page.goto(`/workspace/${workspaceId}?tab=audit`)
      await notice(page).getByText(BEING_PREPARED).waitFor()
      await page.getByRole('heading', { name: 'Payments' }).waitFor()
      await expectCalm(page, `/workspace/${workspaceId}`)
      await picture(page, `desk-building-${look.colorScheme}`)
      await restore()
      await page.getByRole('button', { name: /Workspace (created|angelegt)/ }).waitFor()
      await isGone(page)
    },
  )

  test('the desk waits and keeps the session while no read model answers', async () => {
    const { page, email } = await openDesk()
    const restore = await interrupt(page, /./, 'read-model.building')
    await page.goto('/workspaces')
    await notice(page).getByText(BEING_PREPARED).waitFor()
    await expectCalm(page, '/workspaces')
    await restore()
    const restoreRefresh = await interrupt(page, /auth[/]refresh/, 'read-model.building')
    await page.route(/users[/]related-workspaces/, (route) =>
      route.fulfill({
        status: 401,
        json: { statusCode: 401, code: 'session.ended', message: 'Ended.', requestId: randomUUID() },
      }),
    )
    await page.reload()
    await notice(page).getByText(BEING_PREPARED).waitFor()
    await expectCalm(page, '/workspaces')
    await page.unroute(/users[/]related-workspaces/)
    await restoreRefresh()
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await page.getByText(email).waitFor()
    await isGone(page)
  })

  test('the desk removes rows that do not match a filter which cannot be read', async () => {
    const { page, email, workspaceId } = await openDesk()
    await page.goto(`/workspace/${workspaceId}`)
    const row = page.getByRole('button', { name: email, exact: true })
    await row.waitFor()
    const restore = await interrupt(page, /workspaces[/]participants[/]/, 'store.unavailable')
    await page.getByLabel(/^Search/).fill('nobody')
    await notice(page).getByText('The service is interrupted.', { exact: false }).waitFor()
    await row.waitFor({ state: 'detached' })
    await restore()
    await page.getByText('No participant', { exact: false }).waitFor()
    await isGone(page)
  })

  test('the desk says that a command is recorded while the read model of its page is behind', async () => {
    const { page } = await openDesk()
    await withHeader(page, /workspaces[/]create/, 'X-Read-Model', 'behind')
    const restore = await interrupt(page, /workspaces[/][0-9a-f-]{36}$/, 'read-model.behind')
    await page.goto('/workspaces')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByLabel(/^Name/).fill('Travel')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await notice(page).getByText(RECORDED).waitFor()
    await expectCalm(page, expect.stringMatching(/^[/]workspace[/]/))
    await picture(page, 'desk-recorded')
    await restore()
    await page.getByRole('heading', { name: 'Travel' }).waitFor()
    await isGone(page)
  })

  test('the desk shows the age of stale data', async () => {
    const { page } = await openDesk()
    await withHeader(page, /users[/]related-workspaces/, 'X-Read-Model-Age', '200')
    await page.goto('/workspaces')
    await notice(page).getByText('As of 3 minutes ago.').waitFor()
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await picture(page, 'desk-old')
    await page.unroute(/users[/]related-workspaces/)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByLabel(/^Name/).fill('Travel')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('heading', { name: 'Travel' }).waitFor()
    await isGone(page)
  })

  test.each(casesOfRun(looks))(
    'the phone says that it is being prepared, and continues by itself: $locale',
    async (look) => {
      const { page } = await openPhone(look)
      const restore = await interrupt(page, /./, 'read-model.building')
      await page.goto('/m')
      await notice(page).getByText(BEING_PREPARED).waitFor()
      await expectCalm(page, '/m')
      await picture(page, `phone-building-${look.colorScheme}`)
      await restore()
      await page.getByRole('heading', { name: /^(My requests|Eigene Anfragen)$/ }).waitFor()
      await isGone(page)
    },
  )

  test('the phone keeps its data while the stores are not available', async () => {
    const { page } = await openPhone()
    await page.goto('/m')
    const empty = page.locator('.empty strong')
    await empty.waitFor()
    // What has not been read yet says that it loads.
    await page.getByText('You have not sent any requests here yet.').waitFor()
    const restore = await interrupt(page, /requests[/]/, 'store.unavailable')
    // A read that is on its way already is not repeated when the page is seen again.
    await eventually(async () => {
      await seen(page)
      await notice(page).getByText('Until then you see the previous data.').waitFor({ timeout: 1_000 })
    })
    await page
      .getByText(/^As of \d\d:\d\d/)
      .first()
      .waitFor()
    await empty.waitFor()
    await expectCalm(page, '/m')
    await picture(page, 'phone-kept')
    await restore()
    await isGone(page)
  })

  test.runIf(isLong())('the phone says that a command is recorded while its list is behind', async () => {
    const { page } = await openPhone({ colorScheme: 'dark' })
    await page.goto('/m/device')
    await page.getByLabel('PIN', { exact: false }).first().fill('493817')
    await page.getByLabel(/repeat|again/i).fill('493817')
    await withHeader(page, /users[/]register-device$/, 'X-Read-Model', 'behind')
    const restore = await interrupt(page, /users[/]devices/, 'read-model.behind')
    await page.locator('form button[type=submit]').click()
    await notice(page).getByText(RECORDED).waitFor()
    await page.locator('.notice.success').waitFor()
    await expectCalm(page, '/m/device')
    await picture(page, 'phone-recorded-dark')
    await restore()
    await page.locator('li.device').waitFor()
    await isGone(page)
  })
})
