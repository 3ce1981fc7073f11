import { randomUUID } from 'node:crypto'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { linkIn, openLocalProduct, type LocalProduct } from '../support/local-product.ts'

const password = 'correct horse'
const looks = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'de-DE' },
] as const
const BEING_PREPARED = /is being prepared|wird gerade vorbereitet/
const RECORDED = 'What you did is recorded. The lists follow by themselves.'

let product: LocalProduct
let browser: Browser

beforeAll(async () => {
  if (noBrowser) return
  product = await openLocalProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const post = async (
  path: string,
  body: object,
  token = '',
): Promise<{ id: string; access_token: string }> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  return (await (await fetch(product.origin + path, request)).json()) as { id: string; access_token: string }
}

/** The address of a new account that has a workspace, and the id of that. */
const newAdmin = async () => {
  const email = `${randomUUID()}@example.com`
  await post('/auth/signup', { email, password })
  const { pathname } = linkIn(await product.mail(email, /confirm/i), '/auth/confirmEmail/')
  await post(pathname.replace('confirmEmail', 'verifyEmail'), {})
  const { access_token } = await post('/auth/login', { email, password })
  const { id } = await post('/workspaces/create', { name: 'Payments' }, access_token)
  return { email, workspaceId: id }
}

type Looks = { width?: number; colorScheme?: 'light' | 'dark'; locale?: string }

/** A page of a new admin, who has logged in; whatever goes wrong in it fails the test. */
const openPage = async ({ width = 1280, colorScheme = 'light', locale = 'en-GB' }: Looks = {}) => {
  const faults: string[] = []
  const viewport = { width, height: 800 }
  const context = await browser.newContext({ baseURL: product.origin, viewport, colorScheme, locale })
  onTestFinished(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  const admin = await newAdmin()
  await page.goto('/login')
  await page.getByLabel(/^E-[Mm]ail/).fill(admin.email)
  await page.getByLabel(/^Pass(word|wort)$/).fill(password)
  await page.getByRole('button', { name: /^(Login|Anmelden)$/ }).click()
  await page.getByRole('link', { name: 'Payments' }).waitFor()
  return { page, ...admin }
}
const openPhone = (how: Looks = {}) => openPage({ width: 390, ...how })

/** Lets what matches answer that it is not there for now; call what it returns to let it answer again. */
const away = async (page: Page, matches: RegExp, code: string): Promise<() => Promise<void>> => {
  const body = { statusCode: 503, code, message: 'Later.', requestId: randomUUID() }
  const refuse = (route: Route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    return route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: body })
  }
  await page.route(matches, refuse)
  return () => page.unroute(matches, refuse)
}

/** Lets what matches answer as it does, with one header more. */
const withHeader = (page: Page, matches: RegExp, name: string, value: string) =>
  page.route(matches, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), [name]: value } })
  })

const notice = (page: Page) => page.locator('.read-models')
const isGone = (page: Page) => notice(page).waitFor({ state: 'detached' })
/** It shows neither that something failed nor that something loads, and nobody was logged out. */
const expectCalm = async (page: Page, path: string) => {
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.locator('.skeleton').count()).toBe(0)
  expect(await page.getByText(/^(Loading…|Wird geladen …)$/).count()).toBe(0)
  expect(await page.getByLabel(/^Pass(word|wort)$/).count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe(path)
}
const seen = (page: Page) =>
  page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

/** For looking at: set SCREENSHOTS to a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const suffix = noBrowser ? ` (${noBrowser})` : ''

describe.skipIf(noBrowser !== null)(`while read models are away${suffix}`, () => {
  test.each(looks)(
    'a part of the desk is said to come, the others work, and it comes: $locale',
    async (look) => {
      const { page, workspaceId } = await openPage(look)
      const back = await away(page, /workspaces[/]history/, 'read-model.building')
      await page.goto(`/workspace/${workspaceId}?tab=audit`)
      await notice(page).getByText(BEING_PREPARED).waitFor()
      await page.getByRole('heading', { name: 'Payments' }).waitFor()
      await expectCalm(page, `/workspace/${workspaceId}`)
      await picture(page, `desk-building-${look.colorScheme}`)
      await back()
      await page.getByRole('button', { name: /Workspace (created|angelegt)/ }).waitFor()
      await isGone(page)
    },
  )

  test('when none answers, not even for a new token, the desk waits and nobody is logged out', async () => {
    const { page, email } = await openPage()
    const back = await away(page, /./, 'read-model.building')
    await page.reload()
    await notice(page).getByText(BEING_PREPARED).waitFor()
    await expectCalm(page, '/workspaces')
    await back()
    const backAgain = await away(page, /auth[/]refresh/, 'read-model.building')
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
    await backAgain()
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await page.getByText(email).waitFor()
    await isGone(page)
  })

  test('rows on the desk do not stay below a question that cannot be answered now', async () => {
    const { page, email, workspaceId } = await openPage()
    await page.goto(`/workspace/${workspaceId}`)
    const row = page.getByRole('cell', { name: email })
    await row.waitFor()
    const back = await away(page, /workspaces[/]participants[/]/, 'store.unavailable')
    await page.getByLabel(/^Search/).fill('nobody')
    await notice(page).getByText('The service is interrupted.', { exact: false }).waitFor()
    await row.waitFor({ state: 'detached' })
    await back()
    await page.getByText('No participant', { exact: false }).waitFor()
    await isGone(page)
  })

  test('a command on the desk that is not seen yet is said to be recorded, and the list follows', async () => {
    const { page } = await openPage()
    await withHeader(page, /workspaces[/]create/, 'X-Read-Model', 'behind')
    const back = await away(page, /users[/]related-workspaces/, 'read-model.behind')
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByLabel(/^Name/).fill('Travel')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await notice(page).getByText(RECORDED).waitFor()
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await expectCalm(page, '/workspaces')
    await picture(page, 'desk-recorded')
    await back()
    await page.getByRole('link', { name: 'Travel' }).waitFor()
    await isGone(page)
  })

  test('an old answer says of when it is, until one is up to date', async () => {
    const { page } = await openPage()
    await withHeader(page, /users[/]related-workspaces/, 'X-Read-Model-Age', '200')
    await page.reload()
    await notice(page).getByText('As of 3 minutes ago.').waitFor()
    await page.getByRole('link', { name: 'Payments' }).waitFor()
    await picture(page, 'desk-old')
    await page.unroute(/users[/]related-workspaces/)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByLabel(/^Name/).fill('Travel')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Travel' }).waitFor()
    await isGone(page)
  })

  test.each(looks)('the phone is said to be prepared, and goes on by itself: $locale', async (look) => {
    const { page } = await openPhone(look)
    const back = await away(page, /./, 'read-model.building')
    await page.goto('/m')
    await notice(page).getByText(BEING_PREPARED).waitFor()
    await expectCalm(page, '/m')
    await picture(page, `phone-building-${look.colorScheme}`)
    await back()
    await page.getByRole('heading', { name: /^(My requests|Eigene Anfragen)$/ }).waitFor()
    await isGone(page)
  })

  test('what the phone shows stays while the stores are away', async () => {
    const { page } = await openPhone()
    await page.goto('/m')
    const empty = page.locator('.empty strong')
    await empty.waitFor()
    const back = await away(page, /requests[/]/, 'store.unavailable')
    await seen(page)
    await notice(page).getByText('Until then you see what was here before.').waitFor()
    await page
      .getByText(/^As of \d\d:\d\d/)
      .first()
      .waitFor()
    await empty.waitFor()
    await expectCalm(page, '/m')
    await picture(page, 'phone-kept')
    await back()
    await isGone(page)
  })

  test('a command on the phone that is not seen yet is said to be recorded, and the list follows', async () => {
    const { page } = await openPhone({ colorScheme: 'dark' })
    await page.goto('/m/device')
    await page.getByLabel('PIN', { exact: false }).first().fill('493817')
    await page.getByLabel(/repeat|again/i).fill('493817')
    await withHeader(page, /users[/]register-device$/, 'X-Read-Model', 'behind')
    const back = await away(page, /users[/]devices/, 'read-model.behind')
    await page.locator('form button[type=submit]').click()
    await notice(page).getByText(RECORDED).waitFor()
    await page.locator('.notice.success').waitFor()
    await expectCalm(page, '/m/device')
    await picture(page, 'phone-recorded-dark')
    await back()
    await page.locator('li.device').waitFor()
    await isGone(page)
  })
})
