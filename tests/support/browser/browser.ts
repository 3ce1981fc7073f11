import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { ACCESS_TOKEN_COOKIE } from '#contract/common.ts'
import { login, superLogin, type SessionKind } from '#contract/accounts/sessions.ts'
import type { Reply } from '#contract/endpoint.ts'
import { PASSWORD } from '../product/local-product.ts'

const first = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path))

const executablePath = first([process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'])
/** The same engine without a desktop's windows takes half the processor time. It shows no notifications, and draws letters a little differently. */
const shellPath = first([process.env['CHROMIUM'], '/usr/bin/chromium-headless-shell']) ?? executablePath

/** Why the browser tests cannot run here. Null if they can. */
export const noBrowser: string | null = executablePath
  ? null
  : 'skipped, because no Chromium was found: install it, or name it in CHROMIUM'

/** A suffix for the titles of skipped tests. */
export const whySkipped: string = noBrowser ? ` (${noBrowser})` : ''

/**
 * Headless Chromium with a fresh profile and without background traffic. `whole`: for notifications and reference
 * pictures. `speed`: optimises the code of pages, for measuring them.
 */
export const openBrowser = (needs?: 'whole' | 'speed'): Promise<Browser> =>
  chromium.launch({
    executablePath: (needs === 'whole' ? executablePath : shellPath)!,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages of tests live for seconds: optimising their code takes an eighth of their processor time.
      ...(needs === 'speed' ? [] : ['--js-flags=--no-maglev --no-turbofan']),
    ],
  })

/** Sizes are in CSS pixels. The default is a phone in English and light mode. */
export type Looks = {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly locale?: 'en-GB' | 'de-DE'
  /**
   * By default nothing moves: Playwright waits until an element stands still, and each frame of a movement costs processor time.
   * 'no-preference' is for tests of what moves.
   */
  readonly reducedMotion?: 'reduce' | 'no-preference'
  /** Blocked by default, because Playwright routes do not see its responses. */
  readonly serviceWorkers?: 'allow' | 'block'
}

/** Calls `close` later, as `onTestFinished` does. */
export type Until = (close: () => Promise<void>) => void

/**
 * Opens a page in a fresh profile. Closes it after the test, which fails on any page error. `until` keeps it open for
 * longer: `untilFileEnds` of site.ts.
 */
export const openPage = async (
  browser: Browser,
  baseURL: string,
  {
    width = 390,
    height = 844,
    colorScheme = 'light',
    locale = 'en-GB',
    reducedMotion = 'reduce',
    serviceWorkers = 'block',
  }: Looks = {},
  until: Until = onTestFinished,
): Promise<Page> => {
  const faults: string[] = []
  const viewport = { width, height }
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme,
    locale,
    reducedMotion,
    serviceWorkers,
  })
  until(async () => {
    await context.close()
    expect(faults).toEqual([])
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  return page
}

/** Submits the form of the login page, which must be open, in either language. */
export const logInOn = async (page: Page, email: string, password: string = PASSWORD): Promise<void> => {
  await page.getByLabel(/^E-[Mm]ail/).fill(email)
  await page.getByLabel(/^Pass(word|wort)$/).fill(password)
  await page.getByRole('button', { name: /^(Login|Anmelden)$/ }).click()
}

/** Gives the browser of the page a session without the login page, which takes as long as a test's own page. */
export const signIn = async (
  page: Page,
  email: string,
  { kind: client = 'web', password = PASSWORD }: { kind?: SessionKind; password?: string } = {},
): Promise<void> => {
  const context = page.context()
  const endpoint = client === 'super admin' ? superLogin : login
  const data = { email, password, ...(client !== 'super admin' && { client }) }
  const answer = await context.request.post(endpoint.path, { data })
  expect(answer.status()).toBe(endpoint.status)
  const { access_token: value } = (await answer.json()) as Reply<typeof endpoint>
  const { origin } = new URL(answer.url())
  await context.addCookies([{ name: ACCESS_TOKEN_COOKIE, value, url: origin, sameSite: 'Strict' }])
}

/** Saves a screenshot if SCREENSHOTS names a folder. */
export const picture = async (page: Page, name: string, fullPage = false): Promise<void> => {
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}
