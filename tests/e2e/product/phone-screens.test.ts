import type { CDPSession, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { askedRequests } from '#contract/requests/asked.ts'
import { requestInbox } from '#contract/requests/inbox.ts'
import { requestApprovers, requestDetails, requestList, type Request } from '#contract/requests/requests.ts'
import { requestApprover, requestColleagues, type Colleague } from '#contract/requests/asking.ts'
import { login } from '#contract/accounts/sessions.ts'
import { relatedWorkspaces } from '#contract/workspaces/workspaces.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { noBrowser, openPage, picture, whySkipped, type Looks } from '#support/browser/browser.ts'
import { browser, openSite, product, untilFileEnds } from '#support/browser/site.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { PASSWORD } from '#support/product/local-product.ts'
import { openByPin, openPair } from '#support/browser/phones.ts'
import { requestsOfMoney } from '#support/browser/requests-of-money.ts'
import { casesOfRun, thirdOfRun, isLong } from '#support/rounds.ts'

const anna = 'anna@example.com'
const MANY_TITLES = [
  'تحويل ٤٠٬٠٠٠ يورو إلى المورد الجديد',
  '新しい銀行口座への送金を承認してください',
  'Оплатить счёт № 4711 до конца недели',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenbestellung'.repeat(2),
  'Pay the invoice of March, as agreed with the supplier on the phone last Thursday',
]
const LONG = 'maximiliane.von-und-zu-hohenstein-wolkenkuckucksheim@procurement.international.example.com'
const WORKSPACE = 'Internationale Zahlungsfreigaben und Bankverbindungsänderungen Werk Süd'

const CALL = { requester: 'was-called', approver: 'i-called' } as const

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const person = (n: number, email: string) => ({ participantId: idOf(n), email })

/** The server's answers for a busy user. */
const busyAnswers = (workspaceId: string, ownId: string, ben: string) => {
  const own = person(0, ben)
  const me = { ...own, participantId: ownId }
  const stranger = person(900, LONG)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const requestOf = (n: number, changes: Partial<Request> = {}): Request => ({
    id: idOf(n),
    workspaceId,
    workspaceName: WORKSPACE,
    type: n % 3 === 0 ? 'verification' : 'approval',
    title: MANY_TITLES[n % MANY_TITLES.length]!,
    details: n % 2 ? 'Rechnung 4711\nDE02 1203 0000 0000 2020 51' : null,
    status: 'pending',
    closedReason: null,
    requester: n % 2 ? stranger : person(901, anna),
    approver: me,
    createdAt: at(-1),
    expiresAt: at(n % 3 === 0 ? 4 : 60 * n),
    decidedAt: null,
    decidedBy: null,
    assurance: null,
    reportedAt: null,
    ...changes,
  })
  const decided = { decidedAt: at(-5), decidedBy: me }
  const check = { type: 'verification', requester: stranger } as const
  const ownCheck = { ...check, requester: me, approver: stranger } as const
  const described = { asks: { kind: 'bank-details' }, call: CALL } as const
  const other = { decidedAt: at(-5), decidedBy: stranger }
  const confirmed = { ...other, status: 'approved', assurance: 'passkey', deviceBound: true } as const
  const declined = { ...decided, status: 'declined', assurance: 'session' } as const
  const closed = (closedReason: Request['closedReason']) =>
    ({ ...decided, decidedBy: null, status: 'declined', closedReason }) as const
  const money = requestsOfMoney({ me, other: stranger, at, idOf })
  const named = {
    approval: requestOf(1),
    answer: requestOf(3, check),
    number: requestOf(100, { ...ownCheck, number: '47', seen: { deliveredAt: at(-1), openedAt: null } }),
    verified: requestOf(101, { ...ownCheck, ...decided, status: 'approved', assurance: 'passkey' }),
    mismatch: requestOf(102, { ...check, ...closed('code-mismatch') }),
    declined: requestOf(103, { ...check, ...declined }),
    expired: requestOf(104, { ...check, ...closed('expired') }),
    reported: requestOf(105, { ...check, ...closed('reported') }),
    waiting: requestOf(106, { type: 'approval', requester: me, approver: null }),
    asked: requestOf(107, { ...check, ...described, call: null }),
    wrong: requestOf(108, {
      ...ownCheck,
      ...described,
      number: '47',
      seen: { deliveredAt: at(-1), openedAt: at(-1), wrongAt: at(0) },
    }),
    weak: requestOf(109, {
      ...ownCheck,
      ...described,
      ...confirmed,
      weak: ['not-called-back', 'synced-passkey', 'new-device', 'first-contact'],
      callBackNumber: '+498912345678',
    }),
    weakAnswer: requestOf(110, {
      ...check,
      ...described,
      ...decided,
      status: 'approved',
      assurance: 'pin',
      weak: ['pin'],
    }),
    calledBack: requestOf(111, { ...ownCheck, ...described, ...confirmed, calledBack: true }),
    bothCalled: requestOf(112, { ...ownCheck, ...described, ...closed('both-called') }),
    denied: requestOf(113, { ...ownCheck, ...described, ...closed('claim-denied') }),
    disputed: requestOf(114, { ...ownCheck, ...described, ...confirmed, reportedAt: at(0) }),
    gone: requestOf(115, { ...ownCheck, ...described, ...closed('approver-unavailable') }),
    payment: requestOf(119, money.payment),
    parked: requestOf(120, money.parked),
    bySeveral: requestOf(121, money.bySeveral),
    emergency: requestOf(122, money.emergency),
    drillYes: requestOf(116, {
      ...check,
      ...described,
      ...declined,
      drill: { answer: 'yes', byPerson: true },
    }),
    drillRight: requestOf(117, {
      ...check,
      ...described,
      ...declined,
      drill: { answer: 'not-asked', byPerson: false },
    }),
    drillOver: requestOf(118, {
      ...check,
      ...described,
      ...closed('expired'),
      drill: { answer: null, byPerson: false },
    }),
  }
  const inbox = Array.from({ length: 30 }, (_, n) => requestOf(n + 1, n === 2 ? check : {}))
  const history = Array.from({ length: 50 }, (_, n) => {
    const ends = [{ ...decided, status: 'approved', assurance: 'pin' } as const, declined, closed('expired')]
    return requestOf(200 + n, ends[n % 3])
  })
  const asked = (n: number) => ({ ...person(n, n % 2 ? anna : LONG), hasDevice: true, notified: false })
  const silent = { ...asked(902), callBackNumber: '+498912345678' }
  const colleagues = Array.from({ length: 5 }, (_, n): Colleague => {
    const where = { workspaceId, workspaceName: WORKSPACE, checkedAt: at(-60) }
    return { ...asked(902 + n), ...where, mutedUntil: null, locked: n === 1 }
  })
  return { named, inbox, history, silent, colleagues }
}

/** Answers in place of the server. */
const answerFor = async (page: Page, { method, path }: Endpoint, reply: (url: URL) => unknown) => {
  const pattern = new RegExp(`${path.replaceAll(/\{\w+\}/g, '[\\w-]+')}(\\?|$)`)
  await page.route(pattern, async (route) => {
    const json = reply(new URL(route.request().url()))
    if (route.request().method() !== method || json === undefined) return route.fallback()
    await route.fulfill({ json })
  })
}

let page: Page
let named: ReturnType<typeof busyAnswers>['named']
/** The form of a check with a colleague who gets no notification. */
let silentCheck: string

/** The phone of a busy user, for all tests. */
const openBusy = async () => {
  const [, ben] = await openPair(product)
  ;({ page } = await openByPin({ browser, origin: product.origin, until: untilFileEnds }, ben))
  const body = { email: ben, password: PASSWORD }
  const { access_token: token } = await product.call(login, { body })
  const { userWorkspaces } = await product.call(relatedWorkspaces, { token, query: {} })
  const [workspace] = userWorkspaces
  const answers = busyAnswers(workspace!.id, workspace!.participantId, ben)
  named = answers.named
  const all = [...Object.values(named), ...answers.inbox, ...answers.history]
  const long = { ...workspace!, name: WORKSPACE }
  await answerFor(page, relatedWorkspaces, () => ({ userWorkspaces: [long], nextCursor: null }))
  await answerFor(page, requestInbox, () => answers.inbox)
  await answerFor(page, requestList, () => answers.history)
  await answerFor(page, askedRequests, () => answers.history)
  const { silent, colleagues } = answers
  await answerFor(page, requestColleagues, () => colleagues)
  await answerFor(page, requestApprovers, () => [silent])
  await answerFor(page, requestApprover, ({ pathname }) => {
    const code = OBSTACLES.find((one) => obstructed(one) === pathname.split('/').at(-1))
    const until = new Date(Date.now() + 600_000).toISOString()
    const participantId = pathname.split('/').at(-1)
    return {
      ...silent,
      participantId,
      hasDevice: code !== 'none',
      obstacle:
        code && code !== 'none'
          ? { code, until, requestId: code === 'call.opposite' ? named.answer.id : null }
          : null,
    }
  })
  silentCheck = `/new/check/${workspace!.id}/${silent.participantId}`
  await answerFor(page, requestDetails, ({ pathname }) =>
    all.find(({ id }) => id === pathname.split('/').at(-1)),
  )
}
openSite({ timeout: 180_000, prepare: openBusy })

/**
 * Finds elements that overflow the screen, touch targets smaller than 44 × 44 px, except links in text, and a
 * result that is not in view at once, or not the largest line.
 */
const FAULTS = `(() => {
  const wide = document.documentElement.scrollWidth - innerWidth
  const faults = wide > 0 ? ['the page is ' + wide + ' px too wide'] : []
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (/hidden|auto|scroll|clip/.test(getComputedStyle(at).overflowX)) return true
    return false
  }
  const named = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
  for (const element of document.querySelectorAll('main *, nav *, header *, dialog[open] *')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 0 && (right > innerWidth + 1 || left < -1) && !scrolls(element) && !element.closest('.visually-hidden'))
      faults.push('overflows: ' + element.tagName + ' ' + named(element))
  }
  for (const element of document.querySelectorAll('a, button, select, textarea, input:not([type=radio]), label:has(input[type=radio])')) {
    const { width, height } = element.getBoundingClientRect()
    const isInText = element.matches('p > a, p a')
    if (width > 0 && !isInText && (height < 44 || width < 44))
      faults.push('touch target too small: ' + Math.round(width) + ' × ' + Math.round(height) + ' ' + named(element))
  }
  const result = document.querySelector('.result h2')
  if (result) {
    const size = (element) => parseFloat(getComputedStyle(element).fontSize)
    if (result.getBoundingClientRect().bottom > innerHeight) faults.push('the result is below the fold')
    for (const element of document.querySelectorAll('main *'))
      if (size(element) > size(result) && element.checkVisibility()) faults.push('larger than the result: ' + named(element))
  }
  return faults
})()`

const OBSTACLES = ['call.locked', 'call.opposite', 'request.muted', 'request.limit', 'none'] as const
const obstructed = (code: (typeof OBSTACLES)[number]) => idOf(950 + OBSTACLES.indexOf(code))

type Keypad = { readonly width: number; readonly height: number; readonly zoom?: number }
const KEYPADS: readonly Keypad[] = [
  { width: 320, height: 568 },
  { width: 412, height: 732 },
  { width: 390, height: 844 },
  { width: 568, height: 320 },
  { width: 844, height: 390 },
  { width: 320, height: 568, zoom: 2 },
  { width: 412, height: 732, zoom: 2 },
  { width: 844, height: 390, zoom: 2 },
]
/** Finds keys that something covers, or that are outside the screen, and the same of what is typed. */
const HIDDEN_KEYS = `[...document.querySelectorAll('.keys button, .digits')].filter((key) => {
  const { left, top, width, height } = key.getBoundingClientRect()
  return [0.1, 0.5, 0.9].some((part) => !key.contains(document.elementFromPoint(left + width / 2, top + height * part)))
}).map((key) => key.textContent || key.className || 'erase')`

const sessions = new WeakMap<Page, Promise<CDPSession>>()
/** Sets the font size of the browser. */
const enlargeText = async (on: Page, times: number): Promise<void> => {
  const session = sessions.get(on) ?? on.context().newCDPSession(on)
  sessions.set(on, session)
  await (await session).send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } })
}

const speak = (on: Page, language: 'de' | 'en') =>
  on.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url: product.origin }])

/** Waits until the page has painted itself anew. */
const changeLooks = async (on: Page, { width = 390, height = 844, colorScheme = 'light' }: Looks) => {
  await on.setViewportSize({ width, height })
  await on.emulateMedia({ colorScheme })
  await on.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

type Look = Looks & {
  readonly name: string
  readonly zoom?: number
  /** Also runs axe: all of it, or again after the whole of it. */
  readonly axe?: 'whole' | 'looks'
}
/** Each screen is opened once in a language, in `npm test` in the one with the longer words, and seen with all looks. */
const LANGUAGES = ['de', 'en'] as const
const looksIn = (language: 'en' | 'de'): readonly Look[] => [
  { name: `320-${language}-light`, width: 320, height: 640, axe: 'whole' },
  { name: `320-${language}-twice`, width: 320, height: 640, zoom: 2 },
  {
    name: `430-${language}-dark`,
    width: 430,
    height: 932,
    colorScheme: 'dark',
    // In `npm test` the components in the dark (parts.test.ts) and the contrast of the colours stand for them.
    ...(isLong() && { axe: 'looks' }),
  },
]

/** The answers to a check, in both languages. */
const WAY = /^(I called|Ich habe angerufen)$/
const YES = /^(Yes, I am asking for this|Ja, ich bitte darum)$/
const DENY = /(did not ask for this|habe aber nicht darum gebeten)$/
const pressed = (on: Page, name: RegExp): Promise<void> =>
  on.getByRole('button', { name }).or(on.getByRole('radio', { name })).click()

const FORGET_DRAFTS = `location.href === 'about:blank' || sessionStorage.clear()`
const NOWHERE = '/nowhere'

type Show = (on: Page, path: string) => Promise<unknown>
/** Loads a screen. Without a session every address shows the login. */
const load: Show = (on, path) => on.goto(`/m${path}`)
/** Shows another screen as a link does, without loading the app anew. */
const show: Show = async (on, path) => {
  // By way of another screen, because a heading of the same kind of screen may stay.
  for (const to of [NOWHERE, path]) {
    if (new URL(on.url()).pathname === `/m${to}`) continue
    const url = JSON.stringify(`/m${to}`)
    await on.evaluate(`document.querySelector('h1').dataset.before = ''
      history.pushState({ key: ${url} }, '', ${url})
      dispatchEvent(new PopStateEvent('popstate'))`)
    await on.locator('h1:not([data-before])').waitFor()
  }
}

/** A screen at an address, or after a press on a button there. */
type Screen = { readonly at: string; readonly path: string; readonly press?: RegExp }

const screens = (): readonly Screen[] => [
  ...['/', '/find', '/new', '/requests', '/account', '/device', '/notifications', '/call-back', NOWHERE].map(
    (path) => ({
      at: path.replaceAll('/', '-'),
      path,
    }),
  ),
  ...Object.entries(named).map(([word, { id }]) => ({ at: `-requests-${word}`, path: `/requests/${id}` })),
  { at: '-new-check', path: silentCheck },
  ...OBSTACLES.map((code) => ({
    at: `-new-check-${code}`,
    path: silentCheck.replace(/[^/]+$/, obstructed(code)),
  })),
  { at: '-requests-report', path: `/requests/${named.answer.id}/report` },
  { at: '-requests-decline', path: `/requests/${named.approval.id}`, press: /^(Decline|Ablehnen)$/ },
  { at: '-requests-filtered', path: '/requests?side=addressed&type=verification&status=declined' },
  { at: '-device-form', path: '/device', press: /^(Set up this device again|Dieses Gerät neu einrichten)$/ },
]
/** In `npm test` every third one: the ends of a check have neighbours of the same parts. */
const screensOfRun = () => thirdOfRun(screens(), 0)
/** Each goes on where the one before has led. */
const answering = (): readonly Screen[] => [
  { at: '-requests-claim', path: `/requests/${named.asked.id}`, press: WAY },
  { at: '-requests-deny', path: `/requests/${named.asked.id}`, press: DENY },
  { at: '-requests-typed', path: `/requests/${named.asked.id}`, press: YES },
]
const SIGNED_OUT: readonly Screen[] = [
  { at: '-sign-in', path: '/' },
  { at: '-pair', path: '/pair' },
]

describe.skipIf(noBrowser !== null)(`the screens of the phone${whySkipped}`, { timeout: 180_000 }, () => {
  beforeEach(async () => {
    await speak(page, 'en')
    await enlargeText(page, 1)
    await changeLooks(page, {})
  })

  test.each(casesOfRun(LANGUAGES))(
    'fit in the light, with large text and in the dark, with large touch targets and no axe violations: %s',
    async (language) => {
      const looks = looksIn(language)
      const faults: string[] = []
      const lookAt = async (on: Page, all: readonly Screen[], open: Show) => {
        await speak(on, language)
        await on.evaluate(FORGET_DRAFTS)
        await load(on, '')
        await on.getByRole('heading', { level: 1 }).waitFor()
        for (const { at, path, press } of all) {
          await open(on, path)
          await on.getByRole('heading', { level: 1 }).waitFor()
          await on.locator('.loading').first().waitFor({ state: 'detached' })
          if (press) await pressed(on, press)
          for (const look of looks) {
            const { name, zoom = 1, axe } = look
            await enlargeText(on, zoom)
            await changeLooks(on, look)
            if (axe) await expectAccessible(on, `${name}${at}`, axe === 'looks' ? axe : undefined)
            await picture(on, `screen${at}-${name}`)
            const found = await on.evaluate<string[]>(FAULTS)
            faults.push(...found.map((fault) => `${at} at ${name}: ${fault}`))
          }
        }
      }
      await lookAt(page, [...screensOfRun(), ...answering()], show)
      await lookAt(await openPage(browser, product.origin), SIGNED_OUT, load)
      expect(faults).toEqual([])
    },
  )

  test('every key of a call check is in view: on small screens, sideways and with large text', async () => {
    const faults: string[] = []
    await page.goto('/m')
    await page.getByRole('heading', { level: 1 }).waitFor()
    for (const { width, height, zoom = 1 } of KEYPADS) {
      await page.setViewportSize({ width, height })
      await enlargeText(page, zoom)
      await show(page, `/requests/${named.asked.id}`)
      const [way, yes] = [page.getByRole('radio', { name: WAY }), page.getByRole('button', { name: YES })]
      await way.or(yes).waitFor()
      if (await way.isVisible()) await way.click()
      await yes.click()
      await page.getByLabel('Which number do you hear?').waitFor()
      await page.getByRole('button', { name: 'Confirm' }).waitFor()
      await picture(page, `keypad-${width}-${height}-${zoom}`)
      const hidden = await page.evaluate<string[]>(HIDDEN_KEYS)
      faults.push(...hidden.map((key) => `${key} at ${width} × ${height}, text ${zoom * 100} %`))
    }
    expect(faults).toEqual([])
  })

  test.each(['/', '/requests'])('going back to %s restores the scroll position', async (path) => {
    await changeLooks(page, { height: 664 })
    const scrolled = () => page.evaluate<number>(`document.querySelector('main').scrollTop`)
    await page.goto(`/m${path}`)
    // The links to colleagues come later.
    const request = page.locator('main a[href*="/requests/"]').nth(20)
    await request.click()
    await page.getByRole('link', { name: 'Back' }).waitFor()
    expect(await scrolled()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
    const before = await scrolled()
    expect(before).toBeGreaterThan(500)

    await request.click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect.poll(scrolled).toBe(before)
    // Choosing it in the navigation starts at the top.
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await page
      .getByRole('navigation')
      .getByRole('link')
      .nth(path === '/' ? 0 : 2)
      .click()
    await expect.poll(scrolled, { timeout: 10_000 }).toBe(0)
  })
})
