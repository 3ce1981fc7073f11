import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { logInOn, noBrowser, openPage, picture, type Looks, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { casesOfRun } from '#support/rounds.ts'

const CODE = 'Sesam öffne dich'
const DEMO_URL = 'https://calendar.example/demo?team=1&room=2'

openSite({
  settings: {
    ACCESS_CODE: CODE,
    DEMO_URL,
    GOOGLE_CLIENT_ID: 'google-client',
    IMPRINT: 'Praxis <i>GmbH</i> | Hauptweg 1 | kontakt@praxis.test',
  },
})

const open = async (path: string, looks: Looks = {}): Promise<Page> => {
  const page = await openPage(browser, product.origin, looks)
  await page.goto(path)
  return page
}

describe.skipIf(noBrowser !== null)(`public pages${whySkipped}`, () => {
  test('the access code reveals the sign-up form, and this browser keeps it', async () => {
    const page = await open('/')
    const code = page.getByLabel('Access code')
    const signUp = page.getByRole('button', { name: 'Sign Up Free' })
    await code.fill('   ')
    await code.press('Enter')
    await code.fill('sesam öffne dich')
    await code.press('Enter')
    await page.getByText('This access code is wrong.').waitFor()
    expect(await signUp.isVisible()).toBe(false)
    expect(await code.getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page, 'a wrong code')
    await code.fill(` ${CODE} `)
    await code.press('Enter')
    await signUp.waitFor()
    expect(await code.isVisible()).toBe(false)
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    await page.reload()
    expect(await signUp.isVisible()).toBe(true)
    expect(await code.isVisible()).toBe(false)

    // The e-mail address is never part of a URL, and only configured providers are offered.
    expect(await page.getByRole('link', { name: 'Google' }).getAttribute('href')).toBe('/login?with=google')
    expect(await page.getByRole('link', { name: 'Microsoft365' }).isVisible()).toBe(false)
    await page.getByLabel('E-mail').fill('carla@')
    await signUp.click()
    await page.getByText('Please enter a valid email address.').waitFor()
    await page.getByLabel('E-mail').fill('carla@example.com')
    await signUp.click()
    await page.waitForURL('**/signup')
    expect(page.url()).toBe(`${product.origin}/signup`)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('carla@example.com')
  })

  test('without an access code, visitors can book a demo and log in', async () => {
    const page = await open('/', { locale: 'de-DE', width: 1280 })
    const demo = page.getByRole('link', { name: 'Demo buchen' })
    expect(await demo.getAttribute('href')).toBe(DEMO_URL)
    await page.getByRole('link', { name: 'Anmelden' }).click()
    await page.waitForURL('**/login')
  })

  test('the carousel moves by keys and buttons', async () => {
    const page = await open('/', { locale: 'de-DE', reducedMotion: 'no-preference' })
    const seen = async (words: string) => {
      await expect.poll(() => page.evaluate<string>(SEEN), { timeout: 5_000 }).toContain(words)
    }
    await page.getByRole('list', { name: 'Bilder' }).focus()
    await seen('Zwei Telefone prüfen einen Anruf')
    await page.keyboard.press('ArrowRight')
    await seen('Zwei Personen, eine Entscheidung')
    expect(await page.getByRole('status').textContent()).toContain('Bild 2 von 3')
    await page.getByRole('button', { name: 'Nächstes Bild' }).press('Enter')
    await seen('Jeder Eintrag sichert den vorigen')
    await page.getByRole('button', { name: 'Nächstes Bild' }).press('Enter')
    await seen('Zwei Telefone prüfen einen Anruf')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await seen('Jeder Eintrag sichert den vorigen')
  })

  test('the cookie notice covers nothing at the end of a page and, once accepted, stays away for a year', async () => {
    for (const path of ['/', '/login']) {
      const page = await open(path)
      const notice = page.getByRole('region', { name: 'Cookies' })
      await notice.waitFor()
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      expect(await page.evaluate(COVERED)).toEqual([])
      await notice.getByRole('button', { name: 'OK' }).click()
      await notice.waitFor({ state: 'hidden' })
      await page.goto('/terms')
      expect(await notice.isVisible()).toBe(false)
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'vieraugen')!
      expect([cookie.sameSite, Math.round((cookie.expires * 1_000 - Date.now()) / 86_400_000)]).toEqual([
        'Strict',
        365,
      ])
    }
  })

  test('logged-in users are sent to their start page, and an invalid token is deleted', async () => {
    const { email } = await product.account()
    const page = await open('/login', { width: 1280 })
    await logInOn(page, email)
    await page.waitForURL('**/workspaces')
    await page.goto('/')
    await page.waitForURL('**/workspaces')
    const payload = Buffer.from(JSON.stringify({ sub: 'x', role: 'regular user', exp: 1 })).toString(
      'base64url',
    )
    for (const [token, home] of [
      [`x.${payload}.x`, '/m'],
      ['x.y.z', '/'],
    ] as const) {
      // The open page would end its session and delete the new token.
      await page.goto('about:blank')
      const context = page.context()
      await context.clearCookies()
      await context.addCookies([{ name: 'access_token_vieraugen', value: token, url: product.origin }])
      await page.goto('/')
      await page.waitForURL((url) => url.pathname.startsWith(home), { waitUntil: 'commit' })
    }
    expect(await page.evaluate('document.cookie')).not.toContain('access_token')
  })

  test('the imprint shows the configured text, without HTML', async () => {
    const page = await open('/imprint', { locale: 'de-DE' })
    const imprint = page.locator('.imprint')
    expect(await imprint.innerText()).toBe('Praxis <i>GmbH</i>\nHauptweg 1\nkontakt@praxis.test')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Terms of Use' }).waitFor()
    await page.goto('/privacy')
    expect(await page.getByRole('navigation', { name: 'Legal' }).isVisible()).toBe(true)
  })

  test('the privacy page describes only the configured sign-in providers, in both languages', async () => {
    const page = await open('/privacy')
    for (const words of [/^Erst wenn Sie.*Google Ireland Limited/s, /^In English.*Google Ireland Limited/s])
      expect(await page.getByText(words).isVisible()).toBe(true)
    for (const about of await page.getByText('Microsoft Ireland').all())
      expect(await about.isVisible()).toBe(false)
  })

  test.each(['/contact', '/nowhere/at/all'])(
    '%s shows “not found” with a link to the main page',
    async (path) => {
      const page = await openPage(browser, product.origin)
      expect((await page.goto(path))?.status()).toBe(404)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByRole('link', { name: 'Main page' }).click()
      await page.getByRole('heading', { name: /Vier Augen/ }).waitFor()
    },
  )

  const looks = [
    { colorScheme: 'light', locale: 'en-GB' },
    { colorScheme: 'dark', locale: 'de-DE' },
  ] as const
  const seen = casesOfRun(looks, 1)
  test.each(seen)('public pages fit the window and start in the right colour scheme: %o', async (look) => {
    const page = await openPage(browser, product.origin, look)
    for (const path of ['/', '/imprint', '/terms', '/privacy', '/contact']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(look.colorScheme)
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 })
        await picture(page, `public-${path.slice(1) || 'landing'}-${width}-${look.colorScheme}`, true)
        const fits = { message: `${path} at ${width}` }
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), fits).toBe(width)
        if (width === 390) await expectAccessible(page, `${path} by ${look.colorScheme}`)
      }
    }
  })
})

/** The text of the visible slide. */
const SEEN = `[...document.querySelectorAll('.slide')].find((slide) => {
  const { left, right } = slide.getBoundingClientRect()
  return left >= 0 && right <= innerWidth
})?.textContent ?? ''`

/** Elements that overlap the cookie notice. */
const COVERED = `(() => {
  const { top, bottom } = document.querySelector('.cookie-notice').getBoundingClientRect()
  return [...document.querySelectorAll('header *, main *, footer *')]
    .filter((element) => !element.closest('.visually-hidden'))
    .map((element) => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
    .filter(([, place]) => place.height > 0 && place.top < bottom && place.bottom > top)
    .map(([html]) => html)
})()`
