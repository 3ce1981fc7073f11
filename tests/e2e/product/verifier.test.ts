import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { createWorkspace } from '#contract/workspaces/workspaces.ts'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { expectAccessible } from '#support/browser/axe.ts'
import { noBrowser, openPage, picture, whySkipped, type Looks } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { builtWeb } from '#support/servers/built-web.ts'

openSite({ timeout: 180_000, prepare: builtWeb })

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-verifier-'))
afterAll(() => rmSync(folder, { recursive: true }))
const saved = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const onDisk = () => join(import.meta.dirname, '../../../web/dist/verify.html')

/** A log as it is exported, its checkpoint and the proof of its first entry. */
const exported = async () => {
  const { token } = await product.account()
  const { id } = await product.call(createWorkspace, { token, body: { name: 'Praxis Süd' } })
  const read = async (path: string) => {
    const answer = await fetch(`${product.origin}/workspaces/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  // Before the export, which has an entry of its own.
  const checkpoint = await read(`history-checkpoint/${id}`)
  const text = await read(`history-export/${id}?format=jsonl`)
  return { text, checkpoint, proof: await read(`history-proof/${id}?sequence=1`) }
}

/** The same log, signed by somebody with a key of their own. */
const forged = async (text: string): Promise<string> => {
  const lines = text.trimEnd().split('\n')
  const { content } = JSON.parse(lines.at(-1)!).checkpoint
  const { v: _, kind: __, keyId: ___, ...claims } = content
  const entries = lines.slice(0, -1).map((line) => {
    const { lineHash: ____, ...entry } = JSON.parse(line)
    return entry as ExportedEntry
  })
  const log = {
    async *pages() {
      yield entries
    },
  } as unknown as ExportedLog
  const [key] = checkpointKeys({ CHECKPOINT_KEY: 'a-secret-of-somebody-else-that-is-long-enough' })
  const made = historyLines(log, (written) =>
    signCheckpoint(key, { ...claims, export: { filters: {}, ...written } }),
  )
  return Buffer.concat(await Array.fromAsync(made)).toString()
}

/** The page, and every request after it. */
const opened = async (looks: Looks = {}, path = '/verify') => {
  const page = await openPage(browser, product.origin, { width: 900, height: 1000, ...looks })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(path)
  requests.length = 0
  return { page, requests }
}
const choose = (page: Page, file: string) => page.locator('#file').setInputFiles(file)
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name }).waitFor()

describe.skipIf(noBrowser !== null)(`the page that verifies files${whySkipped}`, () => {
  test('has at most 60 KiB, and nothing in it loads anything', () => {
    const html = readFileSync(onDisk())
    expect(html.length).toBeLessThanOrEqual(60 * 1024)
    expect(html.toString()).not.toMatch(/<(script|img|link)[^>]+(src|href)="/)
  })

  test(
    'an export is green by a key or a kept checkpoint, amber without, red when it was changed or forged',
    { timeout: 120_000 },
    async () => {
      const { text, checkpoint, proof } = await exported()
      const { page, requests } = await opened()
      await expectAccessible(page, 'the verifier without a file')
      await picture(page, 'verifier')
      const [file, kept] = [saved('log.jsonl', text), saved('kept.json', checkpoint)]
      await choose(page, file)
      await title(page, /^Unchanged, but nobody says whose/)
      await expectAccessible(page, 'an export without an anchor')
      await picture(page, 'verifier-amber')
      await page.locator('#kept').setInputFiles(kept)
      await title(page, 'Genuine and unchanged')
      await page.getByText(/still as in the checkpoint that you kept/).waitFor()
      await page.getByText(/That everybody is shown the same log/).waitFor()
      expect(await page.getByRole('status').textContent()).toBe('Genuine and unchanged')
      await expectAccessible(page, 'a genuine export')
      await picture(page, 'verifier-green')
      await choose(page, saved('proof.json', proof))
      await title(page, 'The entry is in the log')
      await choose(page, saved('beleg.json', JSON.stringify({ kind: 'vieraugen.beleg', v: 1 })))
      await title(page, 'This cannot be verified here')
      await choose(page, saved('changed.jsonl', text.replace('Praxis', 'Kanzlei').replace('admin', 'Admin')))
      await title(page, 'Not genuine, or damaged')
      await choose(page, saved('forged.jsonl', await forged(text)))
      await title(page, 'Refused: another key signed this file')
      await expectAccessible(page, 'a forged export')
      await picture(page, 'verifier-red')
      await page.getByRole('button', { name: 'Remove' }).click()
      await title(page, /^Unchanged, but nobody says whose/)
      const { content } = JSON.parse(checkpoint)
      await page.getByLabel('Key or key id').fill(content.keyId)
      await page.getByLabel('Key or key id').press('Tab')
      await title(page, 'Refused: another key signed this file')
      await choose(page, file)
      await title(page, 'Genuine and unchanged')
      await page.getByRole('button', { name: 'Deutsch' }).click()
      await title(page, 'Echt und unverändert')
      expect(requests).toEqual([])
    },
  )

  test('works in German, narrow, dark, and from a disk', { timeout: 120_000 }, async () => {
    const { text } = await exported()
    const looks = { width: 320, height: 780, colorScheme: 'dark', locale: 'de-DE' } as const
    const { page, requests } = await opened(looks, pathToFileURL(onDisk()).href)
    await choose(page, saved('protokoll.jsonl', text))
    await title(page, /^Unverändert, aber von wem/)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    await expectAccessible(page, 'the verifier, narrow and dark')
    await picture(page, 'verifier-narrow-dark', true)
    expect(requests).toEqual([])
  })
})
