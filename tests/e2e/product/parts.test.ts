import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Browser, Locator, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openBrowser, openPage, whySkipped } from '#support/browser/browser.ts'
import { casesOfRun } from '#support/rounds.ts'

/** Reference pictures. `PICTURES=new npx vitest run tests/e2e/product/parts.test.ts` replaces them. */
const FOLDER = join(import.meta.dirname, 'pictures')
const REPLACES = process.env['PICTURES'] === 'new'
/** Different pixels to tolerate between browser versions, besides anti-aliasing. */
const TOLERATED = 16
/** Colour differences below this share of black to white are invisible. */
const COLOR_THRESHOLD = 0.02
/** The phone uses the system font; pictures need the same font everywhere. */
const inter = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)
const FONT = `@font-face { font-family: Pictured; font-weight: 100 900; src: url(data:font/woff2;base64,${readFileSync(inter, 'base64')}) }
  :root { --font: Pictured }`
const MODES = ['light', 'dark', 'forced'] as const
type Mode = (typeof MODES)[number]
/** In `npm test` those with colours of their own. */
const modes = REPLACES ? MODES : casesOfRun(MODES, 0, 1)

const read = (name: string): Buffer | undefined => {
  try {
    return readFileSync(join(FOLDER, `${name}.png`))
  } catch {
    return undefined
  }
}

/** Compares a screenshot with its reference picture. Returns the difference in words, or null. */
const compare = (name: string, taken: Buffer): string | null => {
  const reference = REPLACES ? undefined : read(name)
  if (!reference) {
    if (!REPLACES) return `${name} has no reference picture: check how it looks, then run with PICTURES=new`
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, `${name}.png`), taken)
    return null
  }
  // They mostly are the same bytes, and to decode both costs as much as to draw one.
  if (reference.equals(taken)) return null
  const [then, now] = [PNG.sync.read(reference), PNG.sync.read(taken)]
  const { width, height } = then
  if (now.width !== width || now.height !== height)
    return `${name} is ${now.width} × ${now.height}, but ${width} × ${height} in its reference picture`
  const different = pixelmatch(then.data, now.data, undefined, width, height, {
    threshold: COLOR_THRESHOLD,
  })
  return different > TOLERATED ? `${name} differs from its reference picture in ${different} pixels` : null
}

let server: ViteDevServer
let browser: Browser
let origin: string
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  if (noBrowser) return
  server = await createServer({
    configFile: join(import.meta.dirname, '../../../web/vite.config.ts'),
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    logLevel: 'error',
  })
  await server.listen()
  origin = server.resolvedUrls!.local[0]!
  browser = await openBrowser('whole')
}, 120_000)
afterAll(async () => {
  for (const close of closing) await close()
  await browser?.close()
  await server?.close()
})

const pages = new Map<string, Promise<Page>>()
/** Opens a page once for all modes: the development server sends hundreds of files for each load. */
const openOnce = async (path: string, width: number): Promise<Page> => {
  const page = await openPage(browser, origin, { width, height: 844 }, (close) => closing.push(close))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime('2026-11-20T12:00:00Z')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Berlin' })
  await page.goto(path)
  await page.addStyleTag({ content: FONT })
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
  await page.evaluate('document.fonts.ready')
  return page
}
const open = async (path: string, mode: Mode, width: number): Promise<Page> => {
  if (!pages.has(path)) pages.set(path, openOnce(path, width))
  const page = await pages.get(path)!
  // The mode before leaves its focus and its pointer. Chromium still draws them if the mode changes first.
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement?.blur()')
  await page.emulateMedia({
    colorScheme: mode === 'dark' ? 'dark' : 'light',
    forcedColors: mode === 'forced' ? 'active' : 'none',
  })
  return page
}

/** The names of animations without an end. */
const MOVES_FOR_EVER = `document.getAnimations().flatMap(({ animationName, effect }) =>
  effect.getComputedTiming().endTime === Infinity ? [animationName] : [])`

const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

/** Compares each part with its picture. A part that differs may still settle: it is taken again for two seconds. */
const differencesOf = async (parts: readonly (readonly [name: string, part: Locator])[]) => {
  const differences: string[] = []
  for (const [name, part] of parts) {
    const until = performance.now() + 2_000
    let difference: string | null
    do difference = compare(name, await part.screenshot({ animations: 'disabled', caret: 'hide' }))
    while (difference && performance.now() < until)
    if (difference) differences.push(difference)
  }
  return differences
}

describe.skipIf(noBrowser)(
  `every component looks like its reference picture${whySkipped}`,
  { timeout: 120_000 },
  () => {
    test.each(modes)('on the desk, %s', async (mode) => {
      const page = await open('/styleguide', mode, 900)
      const parts = await page.locator('.part').all()
      const titles = await page.locator('.part > h2:first-child').allTextContents()
      const named = parts.map((part, i) => [`desk-${slug(titles[i]!)}-${mode}`, part] as const)
      expect(await differencesOf(named)).toEqual([])
      if (mode !== 'forced') await expectAccessible(page, 'the components of the desk')

      for (const [opener, floating] of [
        ['Menu', page.getByRole('menu').locator('..')],
        ['Dialog', page.getByRole('dialog')],
        ['Drawer', page.getByRole('dialog')],
      ] as const) {
        await page.getByRole('button', { name: opener, exact: true }).click()
        expect(await differencesOf([[`desk-${slug(opener)}-${mode}`, floating]])).toEqual([])
        if (mode !== 'forced') await expectAccessible(page, `an open ${opener}`)
        await page.keyboard.press('Escape')
        await floating.waitFor({ state: 'detached' })
      }
      expect(await page.evaluate(MOVES_FOR_EVER), 'moves for ever though less motion is wanted').toEqual([])
      for (const severity of ['info', 'success', 'error']) {
        await page.getByRole('button', { name: `Toast: ${severity}` }).click()
        expect(await differencesOf([[`toast-${severity}-${mode}`, page.locator('.toast')]])).toEqual([])
      }
    })

    test.each(modes)('on the phone, %s', async (mode) => {
      const page = await open('/m-styleguide.html', mode, 390)
      const parts = await page.locator('.part').all()
      const titles = await Promise.all(parts.map((part) => part.getAttribute('aria-label')))
      const named = parts.map((part, i) => [`phone-${slug(titles[i]!)}-${mode}`, part] as const)
      expect(await differencesOf([...named, [`phone-tabs-${mode}`, page.locator('nav.tabs')]])).toEqual([])
      if (mode !== 'forced') await expectAccessible(page, 'the components of the phone')
      for (const step of ['Approve', 'Decline', 'Send again']) {
        await page.getByRole('button', { name: step }).click()
        const sheet = page.getByRole('dialog')
        expect(await differencesOf([[`phone-sheet-${slug(step)}-${mode}`, sheet]])).toEqual([])
        if (mode !== 'forced') await expectAccessible(page, `the sheet of ${step}`)
        await page.keyboard.press('Escape')
        await sheet.waitFor({ state: 'detached' })
      }
    })
  },
)
