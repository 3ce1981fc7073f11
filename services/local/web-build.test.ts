import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './web-build.ts'

const root = mkdtempSync(join(tmpdir(), 'vieraugen-web-'))
const never = new AbortController().signal
const place = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Replaces the bundler. The built page contains its NODE_ENV. */
const bundler = `
  const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
  const out = process.argv[process.argv.indexOf('--outDir') + 1]
  const source = readFileSync('web/index.html', 'utf8')
  if (source === 'broken') { console.error('line 7 is wrong'); process.exit(1) }
  mkdirSync(out, { recursive: true })
  writeFileSync(out + '/index.html', source + ' for ' + process.env.NODE_ENV)`

beforeEach(() => {
  place('node_modules/vite/bin/vite.js', bundler)
  place('package-lock.json', '{}')
  place('services/contract/errors.ts', '')
  place('web/index.html', 'first')
  rmSync(join(root, 'web/dist'), { recursive: true, force: true })
})
afterAll(() => rmSync(root, { recursive: true }))

const built = () => readFileSync(join(root, 'web/dist/index.html'), 'utf8')

test('builds for production once', async () => {
  expect(await buildWeb(root, never)).toBe(true)
  expect(built()).toBe('first for production')
  expect(await buildWeb(root, never)).toBe(false)
})

test.each(['web/src/new.ts', 'services/contract/errors.ts', 'package-lock.json', 'web/index.html'])(
  'builds again after a change of %s',
  async (file) => {
    await buildWeb(root, never)
    place(file, 'changed')
    expect(await buildWeb(root, never)).toBe(true)
    expect(await buildWeb(root, never)).toBe(false)
    rmSync(join(root, 'web/src'), { recursive: true, force: true })
  },
)

test('a failed build reports the error, keeps the old one, and is retried', async () => {
  await buildWeb(root, never)
  place('web/index.html', 'broken')
  await expect(buildWeb(root, never)).rejects.toThrow('line 7 is wrong')
  expect(built()).toBe('first for production')
  await expect(buildWeb(root, never)).rejects.toThrow('line 7 is wrong')
  expect(readdirSync(join(root, 'node_modules/.cache'))).toEqual([])
})

test('simultaneous builds all succeed', async () => {
  await Promise.all([buildWeb(root, never), buildWeb(root, never), buildWeb(root, never)])
  expect(built()).toBe('first for production')
  expect(await buildWeb(root, never)).toBe(false)
})

test('stops the build when aborted', async () => {
  place('node_modules/vite/bin/vite.js', 'setInterval(() => {}, 1000)')
  await expect(buildWeb(root, AbortSignal.timeout(300))).rejects.toThrow('abort')
})
