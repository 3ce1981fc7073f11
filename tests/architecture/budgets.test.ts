import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestInbox } from '#contract/requests/inbox.ts'
import { readDesk, STATIC_PAGES, type AdminPath } from '../../services/api/plugins/static-web.ts'
import { builtWeb } from '#support/servers/built-web.ts'
import { endpoints } from '#support/endpoints/endpoints.ts'
import { root } from './source-graph.ts'

const dist = join(root, 'web/dist')

beforeAll(builtWeb, 180_000)

/** The scripts that a page loads before it is usable: its own and their imports. */
const scriptsIn = (html: string): readonly string[] => {
  const found = html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="([^"]+[.]js)"/g)
  return [...found].map(([, path = '']) => path)
}
const scriptsOf = (page: string): readonly string[] => scriptsIn(readFileSync(join(dist, page), 'utf8'))
const importedBy = (scripts: readonly string[]): readonly string[] =>
  scripts.flatMap((path) => {
    const text = readFileSync(join(dist, path), 'utf8')
    const names = text.matchAll(/\bimport(?:[\w\s*{},$]*from)?\s*["']\.\/([^"']+)["']/g)
    return [...names].map(([, name]) => `/assets/${name}`)
  })
const stylesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, path = '']) => path)
const kilobytesOf = (scripts: readonly string[]): number =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0) / 1000

test('the phone app loads at most 115 kB of JavaScript in 8 files before it is usable: load more lazily', () => {
  const scripts = scriptsOf('m.html')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.length).toBeLessThanOrEqual(8)
  expect(kilobytesOf(scripts)).toBeLessThanOrEqual(115)
})

test('m.html preloads every script that its scripts import, so the budget counts them all', () => {
  const scripts = scriptsOf('m.html')
  const all = readdirSync(join(dist, 'assets')).flatMap((name) =>
    name.endsWith('.js') ? `/assets/${name}` : [],
  )
  expect(importedBy(all).length).toBeGreaterThan(0)
  expect(importedBy(scripts).filter((path) => !scripts.includes(path))).toEqual([])
})

/** kB of JavaScript before a page is usable. */
const DESK: Readonly<Record<AdminPath, number>> = {
  '/login': 110,
  '/login/super': 110,
  '/signup': 110,
  '/auth/signed-in': 110,
  '/auth/confirmEmail/:token': 110,
  '/auth/reset-password/:token': 110,
  '/auth/change-password-mobile/:token': 110,
  '/users/invite/:token': 110,
  '/users/unsubscribe/:token': 110,
  '/workspaces/billing/:token': 110,
  '/workspaces': 190,
  '/workspace/:id': 230,
  '/workspace/:id/overview': 230,
  '/super-admin/main': 230,
  '/super-admin/read-models': 230,
  '/account': 230,
  '/inbox': 230,
}
const TAB_KILOBYTES = 40

test.each(Object.entries(DESK))(
  'the page %s loads at most %s kB in 8 files before it is usable: load more lazily',
  (path, most) => {
    const html = readDesk(dist).get(path as AdminPath)!
    const scripts = scriptsIn(html)
    expect(scripts.length).toBeGreaterThan(1)
    expect(importedBy(scripts).filter((imported) => !scripts.includes(imported))).toEqual([])
    expect(kilobytesOf(scripts)).toBeLessThanOrEqual(most)
    // Plus one font file.
    expect(scripts.length + stylesIn(html).length + 1).toBeLessThanOrEqual(8)
  },
)

test('each further tab of a workspace adds at most 40 kB', () => {
  const loaded = scriptsIn(readDesk(dist).get('/workspace/:id')!)
  const all = readdirSync(join(dist, 'assets')).map((name) => `/assets/${name}`)
  const tabs = all.filter((path) => /\/\w+Tab-[\w-]+[.]js$/.test(path))
  const sizes = tabs.map((tab) => {
    const more = new Set([tab])
    for (const path of more)
      for (const imported of importedBy([path])) if (!loaded.includes(imported)) more.add(imported)
    return kilobytesOf([...more])
  })
  expect(sizes).toHaveLength(4)
  expect(sizes.filter((size) => size > TAB_KILOBYTES)).toEqual([])
})

test('no script contains the server’s part of an endpoint, such as its summary', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const text = scripts.map((name) => readFileSync(join(dist, 'assets', name), 'utf8')).join('')
  const leaked = endpoints.filter(({ summary }) => text.includes(summary))
  expect(text).toContain(requestInbox.operation)
  expect(leaked.map(({ operation }) => operation)).toEqual([])
})

describe.each([...Object.values(STATIC_PAGES), 'not-found'])('the static page %s', (name) => {
  test.each(['de', 'en'])(
    'loads at most 15 kB of JavaScript and 8 files before it is shown, in %s',
    (language) => {
      const page = `pages/${name}.${language}.html`
      const scripts = scriptsOf(page)
      expect(scripts).toHaveLength(1)
      expect(kilobytesOf(scripts)).toBeLessThanOrEqual(15)
      const html = readFileSync(join(dist, page), 'utf8')
      const styles = stylesIn(html)
      // Plus one font file that the styles load.
      expect(1 + scripts.length + styles.length + 1).toBeLessThanOrEqual(8)
      expect(html).toContain(`<html lang="${language}"`)
      // Nothing that the content security policy blocks.
      expect(html).not.toMatch(/<style|<script(?![^>]*src=)| style="| on[a-z]+="/)
      expect(readFileSync(join(dist, scripts[0]!), 'utf8')).not.toMatch(/\bimport\b/)
    },
  )
})
