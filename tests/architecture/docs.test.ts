import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source-graph.ts'

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
const read = (page: string) => readFileSync(join(root, page), 'utf8')

const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)|<img src="([^"]+)"/g
const brokenLinks = (page: string, text: string): readonly string[] =>
  [...text.matchAll(LINK)]
    .map(([, link, image]) => link ?? image!)
    .filter((path) => !existsSync(join(root, dirname(page), path)))
    .map((path) => `${page}: ${path}`)

const PLACES = ['', 'services', 'web/src']
const FILE = /`((?!x[.])[\w-][\w./-]*\/[\w./-]+[.](?:ts|tsx|md|css))`/g
/** Paths that no longer exist. Decisions and changes tell of their time. */
const gonePaths = (page: string, text: string): readonly string[] =>
  /^docs\/decisions\/|^CHANGELOG/.test(page)
    ? []
    : [...text.matchAll(FILE)]
        .map(([, path]) => path!)
        .filter((path) => !PLACES.some((place) => existsSync(join(root, place, path))))
        .map((path) => `${page}: ${path}`)

test('every link in the documentation leads to a file', () => {
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.flatMap((page) => brokenLinks(page, read(page)))).toEqual([])
  expect(brokenLinks('README.md', '[gone](docs/gone.md)')).toEqual(['README.md: docs/gone.md'])
})

test('every file that the documentation names exists', () => {
  expect(pages.flatMap((page) => gonePaths(page, read(page)))).toEqual([])
  expect(gonePaths('README.md', 'see `services/gone.ts`')).toEqual(['README.md: services/gone.ts'])
})

test('the README has at most 150 lines', () =>
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150))

test('the index lists every decision once, newest first', () => {
  const records = pages
    .filter((page) => /^docs\/decisions\/[0-9]/.test(page))
    .toSorted((a, b) => b.localeCompare(a))
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([0-9]{4}-[^)]+)\)/g)]
  expect(listed.map(([, name]) => `docs/decisions/${name!}`)).toEqual(records)
  const numbers = records.map((path) => Number(/[0-9]{4}/.exec(path)![0]))
  expect(numbers).toEqual(records.map((_, at) => records.length - at))
})
