import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from 'playwright-core'
import { readConfig } from '#platform/config/config.ts'
import { startProduct } from '../../../services/local/product.ts'
import { reservePort } from '../../../services/local/postgres/reserve-port.ts'
import { buildWeb } from '../../../services/local/web-build.ts'
import { noBrowser, openBrowser } from '#support/browser/browser.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { newDatabase } from '../database.ts'
import { figure, median, type Figure, type Progress } from '../measure.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const root = fileURLToPath(new URL('../../..', import.meta.url))
export const PASSWORD = 'a long enough password'

/** A slow phone on a slow network: a quarter of this processor, 1.6 Mbit/s, 150 ms latency. */
const SLOW_CPU = 4
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

type Opened = { readonly ms: number; readonly shift: number }

/** Runs in the page before its own scripts. */
const COUNT_SHIFTS = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Opens a page with an empty cache and waits until the element `usable` is visible. */
const open = async (context: BrowserContext, path: string, usable: string): Promise<Opened> => {
  const page = await context.newPage()
  await page.addInitScript({ content: COUNT_SHIFTS })
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(usable).first().waitFor()
  const ms = await page.evaluate(() => performance.now())
  await page.waitForLoadState('load')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // Late content also shifts the layout. The network is never idle, because live streams stay open.
  await page.waitForTimeout(1_500)
  const shift = await page.evaluate<number>('globalThis.shifted')
  await page.close()
  return { ms, shift }
}

/** The product as `npm start` runs it, on a database of its own. */
const startSite = async (url: string) => {
  await buildWeb(root, new AbortController().signal)
  const port = await reservePort('127.0.0.1', 0)
  const origin = `http://localhost:${port.number}`
  const config = readConfig({
    PORT: String(port.number),
    PUBLIC_BASE_URL: origin,
    DATABASE_URL: (await newDatabase(url)).url,
    RATE_FACTOR: '100',
    ...freshSecrets(),
  })
  await port.release()
  const product = await startProduct(config, { log: silentLog, localMailbox: true })
  const send = async (method: string, path: string, body?: object, token?: string): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return { origin, send, close: () => product.close() }
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** Measures in a browser on a product of its own. Returns nothing if there is no browser. */
export const inBrowser = async (
  url: string,
  measure: (site: Site, browser: Browser) => Promise<Figure[]>,
): Promise<Figure[]> => {
  if (noBrowser !== null) return []
  const site = await startSite(url)
  const browser = await openBrowser('speed')
  try {
    return await measure(site, browser)
  } finally {
    await browser.close()
    await site.close()
  }
}

/** Waits for a mail that matches `pattern` and returns its group. */
export const inMail = async ({ send }: Site, email: string, pattern: RegExp): Promise<string> => {
  for (;;) {
    const mails = (await send('GET', `/mailbox/messages?to=${email}`)) as { text: string }[]
    const found = mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0]
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Signs a user up with a confirmed address. Returns a token. */
export const signUp = async (site: Site, email: string): Promise<string> => {
  const { send } = site
  await send('POST', '/auth/signup', { email, password: PASSWORD })
  const confirmed = await inMail(site, email, /\/auth\/confirmEmail\/([\w-]+)/)
  await send('POST', `/auth/verifyEmail/${confirmed}`, {})
  return (await send('POST', '/auth/login', { email, password: PASSWORD })).access_token
}

/** Creates a user with a workspace. */
const createOwner = async (site: Site) => {
  const email = 'anna@example.com'
  const token = await signUp(site, email)
  const { id } = await site.send('POST', '/workspaces/create', { name: 'Payments' }, token)
  return { email, workspaceId: String(id) }
}

/** Opens a browser context with a logged-in user. */
export const signedIn = async (browser: Browser, origin: string, email: string): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/workspaces')
  await page.close()
  return context
}

/** How long a slow phone needs to open a page with an empty cache, and how much its layout shifts. */
export const benchPages = (url: string, progress: Progress): Promise<Figure[]> =>
  inBrowser(url, async (site, browser) => {
    const { email, workspaceId } = await createOwner(site)
    const known = await signedIn(browser, site.origin, email)
    const stranger = await browser.newContext({ baseURL: site.origin, locale: 'en-GB' })
    const pages = [
      { path: '/', usable: 'input[type=email]', boundMs: 1_000, context: stranger },
      { path: '/m', usable: 'button[type=submit]', boundMs: 2_000, context: stranger },
      { path: '/login', usable: 'input[type=password]', boundMs: 2_000, context: stranger },
      { path: '/workspaces', usable: 'a:has-text("Payments")', boundMs: 3_500, context: known },
      {
        path: `/workspace/${workspaceId}`,
        name: '/workspace/{id}',
        usable: `main :text("${email}")`,
        boundMs: 3_500,
        context: known,
      },
    ]
    const figures: Figure[] = []
    for (const { path, name = path, usable, boundMs, context } of pages) {
      progress(`pages: ${name}`)
      const opened: Opened[] = []
      for (let round = 0; round < rounds; round += 1) opened.push(await open(context, path, usable))
      const ms = median(opened.map((one) => one.ms))
      const shift = Math.max(...opened.map((one) => one.shift))
      figures.push(
        figure(`${name} is usable on a slow phone, of its bound`, ms, 'ms', { baseline: boundMs, goal: 1 }),
        figure(`${name} moves (CLS), of 0.02`, shift, 'shift', { baseline: 0.02, goal: 1 }),
      )
    }
    return figures
  })
