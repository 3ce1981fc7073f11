import type { Browser, Page } from 'playwright-core'
import { changeRequester } from '#contract/workspaces/participants.ts'
import { figure, median, quantile, type Figure, type Progress } from '../measure.ts'
import { inBrowser, inMail, signedIn, signUp, type Site } from './pages.ts'

const rounds = Number(process.env['BENCH_ADMINS'] ?? 100)
const WARM_UP = 5
const BOUND_MS = 1_000
const [anna, ben] = ['anna@example.com', 'ben@example.com']

/** Creates a workspace with two admins. Returns its id. */
const openPair = async (site: Site): Promise<string> => {
  const { send } = site
  const [hers, his] = [await signUp(site, anna), await signUp(site, ben)]
  const { id } = await send('POST', '/workspaces/create', { name: 'Payments' }, hers)
  const invited = { email: ben, role: 'admin', approver: true, requester: true }
  await send('POST', `/workspaces/invite-participant/${id}`, invited, hers)
  const invitation = await inMail(site, ben, /invitationUuid=([\w-]+)/)
  await send('POST', `/participants/accept-invite/${invitation}`, {}, his)
  await send('PATCH', `/workspaces/complete-onboarding/${id}`, {}, hers)
  return String(id)
}

const rowOf = (page: Page) => page.getByRole('row', { name: ben })

const openDesk = async (browser: Browser, { origin }: Site, email: string, id: string): Promise<Page> => {
  const page = await (await signedIn(browser, origin, email)).newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  const stream = page.waitForResponse((response) => /[/]live([/]|$)/.test(response.url()))
  await page.goto(`/workspace/${id}`)
  await stream
  await rowOf(page).waitFor()
  return page
}

/** Milliseconds from her press until it is answered (`answered`), shown to her (`shown`) and shown to him (`reached`). */
const measureOne = async (hers: Page, his: Page, isOn: boolean) => {
  const state = isOn ? 'attached' : 'detached'
  await hers.getByRole('button', { name: `What can be done with ${ben}` }).click()
  const item = hers.getByRole('menuitem', { name: isOn ? 'Make requester' : 'Remove requester right' })
  // Waits for the menu to open, which is not measured.
  await item.hover()
  let start = 0
  const since = async (what: Promise<unknown>) => {
    await what
    return performance.now() - start
  }
  const answer = hers.waitForResponse((response) => response.url().endsWith(changeRequester.path))
  const see = (page: Page) => rowOf(page).getByText('Requester').waitFor({ state })
  start = performance.now()
  const [, answered, shown, reached] = await Promise.all([
    item.click(),
    since(answer),
    since(see(hers)),
    since(see(his)),
  ])
  return { answered, shown, reached }
}

/** How soon a change by one admin is on the screen of another, with everything in one process. */
export const benchTwoAdmins = (url: string, progress: Progress): Promise<Figure[]> =>
  inBrowser(url, async (site, browser) => {
    progress('two admins: their windows')
    const id = await openPair(site)
    const [hers, his] = [await openDesk(browser, site, anna, id), await openDesk(browser, site, ben, id)]
    const took: { answered: number; shown: number; reached: number }[] = []
    for (let round = -WARM_UP; round < rounds; round += 1) {
      if (round % 10 === 0) progress(`two admins: ${round} of ${rounds}`)
      const one = await measureOne(hers, his, round % 2 === 0)
      if (round >= 0) took.push(one)
    }
    const [answered, shown, reached] = (['answered', 'shown', 'reached'] as const).map((what) =>
      took.map((one) => one[what]),
    )
    const baseline = median(answered!)
    return [
      figure('from one admin’s press until it is answered: median', baseline, 'ms'),
      figure('until it is on their own screen: median, to its answer', median(shown!), 'ms', { baseline }),
      figure('until it is on another admin’s screen: median, to its answer', median(reached!), 'ms', {
        baseline,
      }),
      figure('the same: 95th percentile, of a second', quantile(reached!, 0.95), 'ms', {
        baseline: BOUND_MS,
        goal: 1,
      }),
    ]
  })
