import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../../services/local/web-build.ts'
import { root } from './source-graph.ts'

const dist = join(root, 'web/dist')

beforeAll(async () => void (await buildWeb(root, new AbortController().signal)))

/** The scripts that a page loads before anybody can do anything on it: its own, and what that imports. */
const scriptsOf = (page: string): readonly string[] => {
  const html = readFileSync(join(dist, page), 'utf8')
  const found = html.matchAll(/<(?:script|link rel="modulepreload")[^>]*(?:src|href)="([^"]+[.]js)"/g)
  return [...found].map(([, path = '']) => path)
}
const kilobytesOf = (scripts: readonly string[]): number =>
  scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0) / 1000

test('before it can be used, the phone’s page has loaded at most 115 kB of JavaScript in 8 files', () => {
  const scripts = scriptsOf('m.html')
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.length).toBeLessThanOrEqual(8)
  expect(kilobytesOf(scripts)).toBeLessThanOrEqual(115)
})

test('what is imported is counted: nothing else is fetched by the scripts of the phone’s page', () => {
  const scripts = scriptsOf('m.html')
  const imported = scripts.flatMap((path) => {
    const text = readFileSync(join(dist, path), 'utf8')
    const names = text.matchAll(/\bimport(?:[\w\s*{},$]*from)?\s*["']\.\/([^"']+)["']/g)
    return [...names].map(([, name]) => `/assets/${name}`)
  })
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter((path) => !scripts.includes(path))).toEqual([])
})
