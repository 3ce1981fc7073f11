import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** True when all animations have ended. Half-faded elements have other colours. */
const AT_REST = `document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity,
)`

/**
 * Goes to the top of the page, and tells from where. In between, a header that stays in place cuts whatever is half below it: the size
 * of a target then depends on how far the page was scrolled.
 */
const TO_TOP = `(() => {
  const from = [scrollX, scrollY]
  scrollTo({ left: 0, top: 0, behavior: 'instant' })
  return from
})()`

/** What colours, sizes and the language can change. */
const OF_LOOKS = [
  'color-contrast',
  'html-has-lang',
  'html-lang-valid',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
  'valid-lang',
]

/**
 * Fails with each violation of WCAG 2.2 AA on the page and its elements. `at` names the state of the page. `looks`: runs
 * only the rules that matter to the same page in other colours, size and language.
 */
export const expectAccessible = async (page: Page, at: string, only?: 'looks'): Promise<void> => {
  await expect.poll(() => page.evaluate<boolean>(AT_REST), { timeout: 10_000 }).toBe(true)
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(SOURCE)
  const [left, top] = await page.evaluate<[number, number]>(TO_TOP)
  const rules: axe.RunOnly = only ? { type: 'rule', values: OF_LOOKS } : { type: 'tag', values: TAGS }
  const violations = await page.evaluate(async (runOnly) => {
    const loaded = globalThis as unknown as { axe: typeof axe }
    const ran = await loaded.axe.run({
      runOnly,
      // Faster: no details about rules that pass.
      resultTypes: ['violations'],
      // Style sheets are for experimental rules, which no tag names.
      preload: false,
      // A floating menu is outside the landmarks of its page.
      rules: { region: { enabled: false } },
    })
    return ran.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, rules)
  await page.evaluate(`scrollTo({ left: ${left}, top: ${top}, behavior: 'instant' })`)
  expect({ at, violations }).toEqual({ at, violations: [] })
}

const seen = new Set<string>()

/** Like `expectAccessible`, but once in a worker for each state, size and colour scheme: for steps that many tests take. */
export const expectAccessibleOnce = async (page: Page, at: string): Promise<void> => {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  const state = JSON.stringify([at, page.viewportSize(), isDark])
  if (seen.has(state)) return
  await expectAccessible(page, at)
  seen.add(state)
}
