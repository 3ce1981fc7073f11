import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { reservePort } from '../../../services/local/postgres/reserve-port.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { buildApi } from '../../../services/api/app.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { sharedBrowser } from '#support/browser/site.ts'
import { noBrowser, openPage, picture, whySkipped } from '#support/browser/browser.ts'
import { CLIENT, openProviders, type LocalProviders } from '#support/servers/oidc.ts'
import { openProduct, type Product } from '#support/product/product.ts'
import { casesOfRun } from '#support/rounds.ts'

/**
 * The browser sees Google and Microsoft at their own addresses. Behind them is a real OpenID provider on loopback, which
 * knows the user without a login.
 */
const GOOGLE = 'https://accounts.google.com'
const MICROSOFT = 'https://login.microsoftonline.com'
const TENANT = randomUUID()
const root = fileURLToPath(new URL('../../..', import.meta.url))

let product: Product
let providers: LocalProviders
let app: Awaited<ReturnType<typeof buildApi>>
let browser: Browser
let origin: string

beforeAll(async () => {
  if (noBrowser) return
  await builtWeb()
  const port = await reservePort('127.0.0.1', 0)
  origin = `http://localhost:${port.number}`
  providers = await openProviders({ redirectUri: `${origin}/auth/signed-in`, tenants: MICROSOFT })
  product = await openProduct(
    { GOOGLE_CLIENT_ID: CLIENT, MICROSOFT_CLIENT_ID: CLIENT, PUBLIC_BASE_URL: origin },
    providers.addresses,
  )
  app = await buildApi(product.platform, { webRoot: `${root}/web/dist`, localMailbox: false })
  await port.release()
  await app.listen({ port: port.number, host: '127.0.0.1' })
  browser = await sharedBrowser()
})
afterAll(async () => {
  await app?.close()
  await product?.close()
  await providers?.close()
})

const onward = (route: Route, location: URL | string) =>
  route.fulfill({ status: 302, headers: { location: String(location) } })

type Somebody = { readonly sub: string; readonly email: string }
/** Changes the requests of the page to a provider. */
type Tamper = (asked: URL) => void

const asGoogle = (context: BrowserContext, somebody: Somebody, tamper: Tamper = () => {}) =>
  context.route(`${GOOGLE}/**`, async (route) => {
    const asked = new URL(route.request().url())
    tamper(asked)
    const { redirect_uri: back, response_type: kind, state, ...rest } = Object.fromEntries(asked.searchParams)
    expect({ kind, ...rest }).toEqual({
      kind: 'token',
      client_id: CLIENT,
      scope: 'openid email',
      prompt: 'select_account',
    })
    const answer = { access_token: await providers.google(somebody), token_type: 'Bearer', state: state! }
    await onward(route, `${back}#${new URLSearchParams(answer).toString()}`)
  })

const asMicrosoft = (context: BrowserContext, somebody: Somebody, tamper: Tamper = () => {}) => {
  const tenant = `${providers.origin}/${TENANT}/v2.0`
  return context.route(`${MICROSOFT}/**`, async (route) => {
    const asked = new URL(route.request().url())
    const headers = { 'access-control-allow-origin': origin }
    if (asked.pathname === '/common/v2.0/.well-known/openid-configuration') {
      const issuer = `${MICROSOFT}/{tenantid}/v2.0`
      const [authorize, token] = ['authorize', 'token'].map(
        (name) => `${MICROSOFT}/common/oauth2/v2.0/${name}`,
      )
      return route.fulfill({
        headers,
        json: { issuer, authorization_endpoint: authorize, token_endpoint: token },
      })
    }
    if (asked.pathname.endsWith('/token')) {
      const response = await route.fetch({ url: `${tenant}/token` })
      return route.fulfill({ response, headers })
    }
    tamper(asked)
    const back = await providers.signInAt(TENANT, somebody, asked.searchParams)
    // Microsoft sends no `iss` in its response
    await onward(route, back.href.replace(/&iss=[^&]*/, ''))
  })
}

const person = (): Somebody & { email_verified: true } => ({
  sub: randomUUID(),
  email: `${randomUUID()}@gmail.com`,
  email_verified: true,
})

/** A page, and the foreign hosts that its browser has connected to. */
const openAt = async (path: string) => {
  const page = await openPage(browser, origin, { reducedMotion: 'no-preference' })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin: to } = new URL(request.url())
    if (to !== origin && to !== 'null') elsewhere.push(to)
  })
  await page.goto(path)
  return { page, context: page.context(), elsewhere }
}

const press = (page: Page, name: string) => page.getByRole('button', { name: `Log in with ${name}` }).click()

/** The cumulative layout shift (CLS) of the page. */
const shiftOf = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    const sum = (list) => list.getEntries().reduce((all, { value }) => all + value, 0)
    new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
  })`)

/** Everything that a tab stores about a sign-in. */
const leftIn = (page: Page) =>
  page.evaluate<string[]>(
    `[...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.includes('sign-in'))`,
  )

test.skipIf(noBrowser !== null)(
  `connects to no provider before the click; Google logs in, the time zone is kept and the requested page opens${whySkipped}`,
  async () => {
    const { page, context, elsewhere } = await openAt('/workspaces?from=a-link')
    await page.waitForURL(`${origin}/`)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in with Google' }).waitFor()
    await picture(page, 'providers-1-login')
    await expectAccessible(page, 'the login with providers')
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.02)
    expect(elsewhere).toEqual([])
    const somebody = person()
    await asGoogle(context, somebody)
    await press(page, 'Google')
    await page.waitForURL('**/workspaces?from=a-link')
    await page.getByText('Create your first workspace!').waitFor()
    expect(new Set(elsewhere)).toEqual(new Set([GOOGLE]))
    const { timeZone } = await product.platform
      .db('users')
      .where({ email: somebody.email })
      .first('time_zone as timeZone')
    expect(timeZone).toBe(await page.evaluate('new Intl.DateTimeFormat().resolvedOptions().timeZone'))
    expect(await leftIn(page)).toEqual([])
  },
)

test.skipIf(noBrowser !== null)(
  `Microsoft logs in with code, PKCE and nonce, also from a link to /login${whySkipped}`,
  async () => {
    const { page, context } = await openAt('/imprint')
    let asked = new URLSearchParams()
    await asMicrosoft(
      context,
      { ...person(), xms_edov: true } as Somebody,
      (url) => (asked = url.searchParams),
    )
    await page.goto('/login?with=microsoft')
    await page.waitForURL('**/workspaces')
    await page.getByText('Create your first workspace!').waitFor()
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toHaveLength(43)
    expect(await leftIn(page)).toEqual([])
  },
)

test.skipIf(noBrowser !== null)(
  `a user without a password goes from the phone to Google and back to the requested page${whySkipped}`,
  async () => {
    const { page, context } = await openAt('/m/new')
    await asGoogle(context, person())
    await page.getByRole('link', { name: 'Other ways to sign in' }).click()
    await press(page, 'Google')
    await page.waitForURL('**/m/new')
    await page.getByRole('heading', { name: 'New request' }).waitFor()
  },
)

const steppedUp = [
  ['Google', asGoogle],
  ['Microsoft365', asMicrosoft],
] as const

test.skipIf(noBrowser !== null).each(casesOfRun(steppedUp))(
  `a protected step asks %s in a window of its own, which closes, and the step goes on${whySkipped}`,
  async (name, provider) => {
    const { page, context } = await openAt('/login')
    await provider(context, { ...person(), xms_edov: true } as Somebody)
    await press(page, name)
    await page.waitForURL('**/workspaces')
    const { userId } = await product.platform
      .db('sessions')
      .orderBy('created_at', 'desc')
      .first('user_id as userId')
    await product.logIn(userId)
    // No longer: by this clock the provider signs in the past, and what Microsoft signs is good for five minutes, and one of tolerance.
    product.clock.advance(5 * 60_000)
    onTestFinished(() => product.clock.advance(-5 * 60_000))
    await page.goto('/account')
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    const confirm = page.getByRole('button', { name: `Confirm with ${name}` })
    await confirm.waitFor()
    await picture(page, `providers-3-step-up-${name}`)
    await expectAccessible(page, `a step-up by ${name}`)
    const opened = context.waitForEvent('page')
    await confirm.click()
    const popup = await opened
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await page.getByText('All other sessions have ended.').waitFor()
    expect(await leftIn(page)).toEqual([])
  },
)

test.skipIf(noBrowser !== null)(
  `an address that the provider does not vouch for is confirmed by mail first${whySkipped}`,
  async () => {
    const { page, context } = await openAt('/login')
    await asMicrosoft(context, person())
    await press(page, 'Microsoft365')
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await picture(page, 'providers-2-mail')
    await expectAccessible(page, 'a sign-in that waits for a mail')
    expect(await leftIn(page)).toEqual([])
  },
)

/** The last one in `npm test`. */
const tampered = [
  ['Google', 'state', 'Verify user by Google error'],
  ['Microsoft365', 'state', 'Verify user by MS365 error'],
  ['Microsoft365', 'nonce', 'Verify user by MS365 error'],
  ['Microsoft365', 'code_challenge', 'Verify user by MS365 error'],
] as const

test.skipIf(noBrowser !== null).each(casesOfRun(tampered, 3))(
  `%s cannot log anybody in with another %s${whySkipped}`,
  async (name, part, message) => {
    const { page, context } = await openAt('/login')
    const provider = name === 'Google' ? asGoogle : asMicrosoft
    await provider(context, person(), (asked) => asked.searchParams.set(part, 'A'.repeat(43)))
    await press(page, name)
    await page.getByRole('alert').getByText(message).waitFor()
    await expectAccessible(page, message)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await leftIn(page)).toEqual([])
    expect(await page.evaluate('document.cookie')).not.toContain('access_token')
  },
)
