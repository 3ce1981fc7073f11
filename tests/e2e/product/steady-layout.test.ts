import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page, Request } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { createRequest } from '#contract/requests/requests.ts'
import { reportRequest } from '#contract/requests/decisions.ts'
import { login } from '#contract/accounts/sessions.ts'
import { paths } from '#shared/paths.ts'
import { setSuperAdmin } from '#modules/accounts/super-admins.ts'
import { noBrowser, openPage, picture, signIn, whySkipped } from '#support/browser/browser.ts'
import { openPair } from '#support/browser/phones.ts'
import { browser, onPlatform, openSite, product } from '#support/browser/site.ts'
import { root } from '#support/processes/local-process.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { casesOfRun, thirdOfRun } from '#support/rounds.ts'

const operator = { email: 'operator@example.com', password: 'a long enough password' }
let anna = ''
let workspaceId = ''
let requestId = ''

openSite({
  timeout: 180_000,
  prepare: async () => {
    await onPlatform((platform) => setSuperAdmin(platform, operator))
    const [admin, ben, id] = await openPair(product)
    anna = admin
    workspaceId = id
    const tokenOf = async (email: string) =>
      (await product.call(login, { body: { email, password: PASSWORD } })).access_token
    const [annas, bens] = await Promise.all([tokenOf(anna), tokenOf(ben)])
    const create = (token: string, title: string) => {
      const body = { type: 'approval', title, anyApprover: true } as const
      return product.call(createRequest, { token, params: { id: workspaceId }, body })
    }
    const reported = await create(annas, 'New bank account')
    await product.call(reportRequest, { token: bens, params: { id: reported.id } })
    requestId = (await create(bens, 'Invoice 4711')).id
  },
})

/** Of a page in all, as browsers measure it. */
const MAX_SHIFT = 0.02
const MAX_SCRIPTS = 8
const WIDTHS = [390, 1440]
const HEIGHT = 844
/** Placeholders appear after 300 ms. */
const LOADING_MS = 400

/** Adds up the layout shifts of a page, with the elements that moved. */
const OBSERVE = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        shifts.push({ value, moved: sources.map(({ node, previousRect: from, currentRect: to }) =>
          (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 70) + ' ' + [from.x, from.y, from.height] + ' > ' + [to.x, to.y, to.height]) })
  }).observe({ type: 'layout-shift', buffered: true })`
type Shift = { readonly value: number; readonly moved: readonly string[] }

const painted = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')

/** Ten frames in which nothing is loading. */
const CALM = `new Promise((done) => {
  let calm = 0
  const look = () => {
    calm = document.querySelector('.skeleton, .loading') ? 0 : calm + 1
    if (calm < 10) requestAnimationFrame(look)
    else done()
  }
  look()
})`

/**
 * Holds the answers of the API until the page shows that it loads. Then lets them arrive one by one, each after the
 * page has painted the one before: everything that can move does move. Returns a wait for the page to have settled.
 */
const answerOneByOne = async (page: Page): Promise<() => Promise<void>> => {
  const open = new Set<Request>()
  let asked = 0
  let last: Promise<unknown> = Promise.resolve()
  const isCall = (request: Request): boolean =>
    request.resourceType() === 'fetch' && !request.url().endsWith('/live')
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (!isCall(request)) return route.fallback()
    open.add(request)
    asked += 1
    const before = last
    const turn = async () => {
      await before
      await page
        .evaluate(`new Promise((done) => setTimeout(done, ${LOADING_MS} - performance.now()))`)
        .catch(() => undefined)
      await painted(page).catch(() => undefined)
      await route.fallback().catch(() => undefined)
    }
    last = turn()
    await last
  })
  return async () => {
    let before
    do {
      before = asked
      // Asking the page meanwhile would cost as much as the page itself.
      await vi.waitUntil(() => open.size === 0, { timeout: 60_000, interval: 20 })
      await page.evaluate(CALM)
    } while (open.size > 0 || asked > before)
  }
}

/** What a page looks like once it has settled. */
type Settled = {
  readonly shifts: readonly Shift[]
  readonly scripts: number
  /** Top and height of the cookie notice; left and right edge of the content; where the tabs are. */
  readonly notice: string
  readonly content: string
  readonly tabs: string
  /** By how many pixels it is wider than the screen when text is twice as large. */
  readonly overflow: number
}
const OVERFLOW = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  done(scrollWidth - clientWidth)
})))`
const SETTLED = `(() => {
  const rect = (selector) => document.querySelector(selector)?.getBoundingClientRect()
  const notice = rect('.cookie-notice')
  const content = rect('.desk-main .wrap')
  const tabs = [...document.querySelectorAll('[role=tab]')]
  return {
    shifts,
    scripts: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
    notice: notice ? [notice.top, notice.height].join() : '',
    content: content ? [content.left, content.right].join() : '',
    // Without the scroll position of the narrow row.
    tabs: tabs.map((tab) => [tab.offsetLeft, tab.offsetWidth, tab.getBoundingClientRect().top].join()).join(' '),
  }
})()`

const enlargeText = async (session: CDPSession, times: number): Promise<void> =>
  void (await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } }))

/** Opens a page and waits until it has settled. */
const visit = async (page: Page, settle: () => Promise<void>, path: string): Promise<Settled> => {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await settle()
  await picture(page, `steady${path.replaceAll(/\W+/g, '-').slice(0, 60)}-${page.viewportSize()!.width}`)
  const settled = await page.evaluate<Settled>(SETTLED)
  const session = await page.context().newCDPSession(page)
  await enlargeText(session, 2)
  const overflow = await page.evaluate<number>(OVERFLOW)
  await enlargeText(session, 1)
  await session.detach()
  return { ...settled, overflow }
}

const walk = async (page: Page, places: readonly string[]) => {
  await page.addInitScript(OBSERVE)
  const settle = await answerOneByOne(page)
  const pages = new Map<string, Settled>()
  for (const path of places) pages.set(path, await visit(page, settle, path))
  return pages
}
type Pages = Awaited<ReturnType<typeof walk>>

const expectSteady = (pages: Pages): void => {
  const faults = [...pages].flatMap(([path, { shifts }]) => {
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    return sum > MAX_SHIFT
      ? `${path} by ${sum.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join('; ')}`
      : []
  })
  expect(faults).toEqual([])
  const wide = [...pages].flatMap(([path, { overflow }]) => (overflow > 0 ? `${path} by ${overflow} px` : []))
  expect(wide, 'pages that scroll sideways when text is twice as large').toEqual([])
}
const expectFewScripts = (pages: Pages): void =>
  expect([...pages].filter(([, { scripts }]) => scripts > MAX_SCRIPTS).map(([path]) => path)).toEqual([])
/** Fails unless the part is on each page, and at the same place on all. */
const expectOnePlace = (pages: Pages, part: 'notice' | 'content' | 'tabs'): void => {
  const places = new Set([...pages.values()].map((settled) => settled[part]))
  expect([...places]).toEqual([expect.stringMatching(/./)])
}

const OUTSIDE = [
  '/',
  '/imprint',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
  '/login/super',
  '/auth/signed-in',
  '/auth/confirmEmail/x',
  '/auth/reset-password/x',
  '/auth/change-password-mobile/x',
  '/users/invite/x',
  '/users/unsubscribe/x',
  '/workspaces/billing/x',
]
const PHONE_OUTSIDE = ['/m', '/m/pair']
const OF_ADMIN = ['/workspaces', '/inbox', '/inbox?list=asked', '/account']
const overviewOf = () => `/workspace/${workspaceId}/overview`
const [, panels = ''] = /const panels = \{(.*?)\n\}/s.exec(
  readFileSync(join(root, 'web/src/desk/workspaces/WorkspaceTabs.tsx'), 'utf8'),
)!
const TABS = [...panels.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)
const tabsOf = () => TABS.map((tab) => `/workspace/${workspaceId}?tab=${tab}`)
const OF_SUPER_ADMIN = ['/super-admin/main', '/super-admin/read-models', '/account']
const ofPhone = () =>
  [
    '',
    '/new',
    '/new/check',
    '/requests',
    `/requests/${requestId}`,
    `/requests/${requestId}/report`,
    '/find',
    '/several',
    '/start',
    '/device',
    '/account',
    '/call-back',
    '/absence',
    '/notifications',
    '/pair',
    '/changes/x',
    '/devices/x',
    '/nowhere',
  ].map((path) => `/m${path}`)

/** What a path of a route matches. */
const matcherOf = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`)

test.skipIf(noBrowser !== null)('every page is walked below: add a new one to its list', () => {
  const routes = readFileSync(join(root, 'web/src/phone/routes.tsx'), 'utf8')
  const ofApp = [...routes.matchAll(/path="(\/[^"]*)"/g)].map(([, path]) => `/m${path!.replace(/\/$/, '')}`)
  expect(ofApp.length).toBeGreaterThan(10)
  expect(TABS).toContain('changes')
  const walked = [...OUTSIDE, ...OF_ADMIN, overviewOf(), ...tabsOf(), ...OF_SUPER_ADMIN, ...ofPhone()]
  const isWalked = (route: string) => walked.some((path) => matcherOf(route).test(path.split('?')[0]!))
  expect([...Object.values(paths), ...ofApp].filter((route) => !isWalked(route))).toEqual([])
})

/** In `npm test` a third of the pages is walked, at one of them: an admin's at the wide one, which has most. */
const narrow = casesOfRun(WIDTHS, 0)
const wide = casesOfRun(WIDTHS, 1)

const openAt = (width: number) =>
  openPage(browser, product.origin, { width, height: HEIGHT, reducedMotion: 'no-preference' })
const openAsAdmin = async (width: number): Promise<Page> => {
  const page = await openAt(width)
  await signIn(page, anna)
  return page
}

describe.skipIf(noBrowser !== null)(`no page moves while it loads${whySkipped}`, { timeout: 240_000 }, () => {
  test.each(narrow)('at %s px without a session', async (width) => {
    const page = await openAt(width)
    const pages = await walk(page, thirdOfRun(OUTSIDE, 0))
    expectSteady(pages)
    expectFewScripts(pages)
    expectOnePlace(pages, 'notice')
    // The page that verifies files has no notice, as it sets no cookie.
    expectSteady(await walk(await openAt(width), thirdOfRun([...PHONE_OUTSIDE, '/verify'], 0)))
  })

  test.each(wide)('at %s px for an admin', async (width) => {
    const pages = await walk(await openAsAdmin(width), [
      ...thirdOfRun([...OF_ADMIN, overviewOf()], 1),
      ...thirdOfRun(tabsOf(), 0),
    ])
    expectSteady(pages)
    expectFewScripts(pages)
    expectOnePlace(pages, 'notice')
    expectOnePlace(pages, 'content')
    expectOnePlace(new Map([...pages].filter(([path]) => path.includes('tab='))), 'tabs')
  })

  test.each(narrow)('at %s px on the phone', async (width) => {
    expectSteady(await walk(await openAsAdmin(width), thirdOfRun(ofPhone(), 2)))
  })

  test.each(narrow)('at %s px for a super admin', async (width) => {
    const page = await openAt(width)
    await signIn(page, operator.email, { kind: 'super admin', password: operator.password })
    const pages = await walk(page, OF_SUPER_ADMIN)
    expectSteady(pages)
    expectFewScripts(pages)
    expectOnePlace(pages, 'notice')
    expectOnePlace(pages, 'content')
  })
})
