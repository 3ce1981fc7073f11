import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { casesOfRun } from '../rounds.ts'
import { picture } from './browser.ts'

/** The width is in CSS pixels. */
export type Size = readonly [width: number, language: 'de' | 'en', colorScheme: 'light' | 'dark']

/** By how many CSS pixels the page is wider than the window. */
const TOO_WIDE = `Math.max(0, document.documentElement.scrollWidth - innerWidth)`

type Sight = {
  /** Of its pictures. */
  readonly name: string
  readonly sizes: readonly Size[]
  /** Of the window, in CSS pixels. */
  readonly height?: number
  /** With this the page is loaded anew at each size, and seen once this has ended. */
  readonly loaded?: (page: Page, language: 'de' | 'en') => Promise<unknown>
}

/**
 * Expects that an English page fits windows of these sizes, in both languages and colour schemes, and leaves it as it was. `npm test` sees the
 * first size, `npm run test:long` all.
 */
export const expectFitsSizes = async (
  page: Page,
  { name, sizes, height = 900, loaded }: Sight,
): Promise<void> => {
  const before = page.viewportSize()!
  const { origin: url } = new URL(page.url())
  const turnTo = async ([width, language, colorScheme]: Size, windowHeight: number) => {
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
    await page.setViewportSize({ width, height: windowHeight })
    await page.emulateMedia({ colorScheme })
    if (!loaded) return
    await page.reload()
    await loaded(page, language)
  }
  for (const size of casesOfRun(sizes)) {
    await turnTo(size, height)
    await picture(page, `${name}-${size.join('-')}`, true)
    expect({ size, tooWide: await page.evaluate(TOO_WIDE) }).toEqual({ size, tooWide: 0 })
  }
  await turnTo([before.width, 'en', 'light'], before.height)
}
