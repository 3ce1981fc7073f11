import type { Browser, Page } from 'playwright-core'
import { figure, median, quantile, type Figure, type Progress } from '../measure.ts'
import { inBrowser, inMail, PASSWORD, signUp, type Site } from './pages.ts'

const rounds = Number(process.env['BENCH_CHECKS'] ?? 100)
const BOUND_MS = 1_500
const anna = 'anna@example.com'
export const ben = 'ben@example.com'
const PIN = '294716'

/** Creates two users who can send requests to each other. Returns the id of their workspace. */
export const openPair = async (site: Site): Promise<string> => {
  const { send } = site
  const [hers, his] = [await signUp(site, anna), await signUp(site, ben)]
  const { id } = await send('POST', '/workspaces/create', { name: 'Payments' }, hers)
  const invited = { email: ben, role: 'regular user', approver: true, requester: true }
  await send('POST', `/workspaces/invite-participant/${id}`, invited, hers)
  const invitation = await inMail(site, ben, /invitationUuid=([\w-]+)/)
  await send('POST', `/participants/accept-invite/${invitation}`, {}, his)
  return String(id)
}

/** Returns a new token for the requester, because one lasts only ten minutes. */
export const logIn = async ({ send }: Site): Promise<string> =>
  (await send('POST', '/auth/login', { email: anna, password: PASSWORD })).access_token

/** Opens a phone that signs with a PIN. */
export const openPhone = async (browser: Browser, { origin }: Site, email: string): Promise<Page> => {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', viewport })
  const page = await context.newPage()
  await page.goto('/m/device')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByLabel('PIN', { exact: true }).fill(PIN)
  await page.getByLabel('Repeat PIN').fill(PIN)
  await page.getByRole('button', { name: 'Set up PIN' }).click()
  await page.getByRole('link', { name: 'Go to inbox' }).click()
  await page.getByText('No open requests').waitFor()
  return page
}

/** Fills in everything up to the press that sends the check. */
const prepare = async (page: Page, about: string): Promise<void> => {
  await page.goto('/m/new')
  await page.getByText('Call check', { exact: true }).click()
  await page.getByLabel('Who is in the call with you?').selectOption(ben)
  await page.getByLabel('A payment').check()
  await page.getByLabel('What is the call about?').fill(about)
  await page.getByLabel('I was called').check()
  await page.getByRole('button', { name: 'Sign and show the number' }).click()
  await page.getByLabel('PIN of this device').fill(PIN)
}

/**
 * Milliseconds from the press that signs and sends a call check until it appears in the colleague's open inbox (`arrived`),
 * and until the colleague has opened it and can decide (`open`).
 */
const measureOne = async (asks: Page, answers: Page, about: string) => {
  await prepare(asks, about)
  const card = answers.getByRole('link', { name: about })
  const start = performance.now()
  const sent = asks.getByRole('button', { name: 'Sign and ask' }).click()
  await card.waitFor()
  const arrived = performance.now() - start
  await card.click()
  await answers.getByText('I called', { exact: true }).click()
  await answers.getByRole('button', { name: 'Yes, I am asking for this' }).click()
  await answers.getByLabel('Which number do you hear?').waitFor()
  const open = performance.now() - start
  await sent
  return { arrived, open }
}

/** How soon a call check can be answered with both apps open, with everything in one process. */
export const benchChecks = (url: string, progress: Progress): Promise<Figure[]> =>
  inBrowser(url, async (site, browser) => {
    progress('call checks: two phones')
    await openPair(site)
    const [asks, answers] = [await openPhone(browser, site, anna), await openPhone(browser, site, ben)]
    // Warm up, like an app that has been open for a while.
    await answers.waitForTimeout(3_000)
    const took: { arrived: number; open: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      if (round % 10 === 0) progress(`call checks: ${round} of ${rounds}`)
      took.push(await measureOne(asks, answers, `Check ${round} of many`))
      const id = new URL(answers.url()).pathname.split('/').at(-1)
      // Only one check may be open between two users, and three declined ones would block her.
      await site.send('POST', `/requests/withdraw/${id}`, {}, await logIn(site))
      await answers.getByRole('heading', { name: 'Withdrawn' }).waitFor()
      await answers.getByRole('link', { name: 'Go to inbox' }).click()
      await answers.getByText('No open requests').waitFor()
    }
    const [arrived, open] = [took.map((one) => one.arrived), took.map((one) => one.open)]
    const name = 'a call check, from the press that sends it until it can be decided'
    return [
      figure('a call check stands in the open inbox: median', median(arrived), 'ms'),
      figure(`${name}: least`, Math.min(...open), 'ms'),
      figure(`${name}: median`, median(open), 'ms'),
      figure(`${name}: 95th percentile, of its bound`, quantile(open, 0.95), 'ms', {
        baseline: BOUND_MS,
        goal: 1,
      }),
    ]
  })
