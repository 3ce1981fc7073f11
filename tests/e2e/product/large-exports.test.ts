import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkpointKeys, signCheckpoint } from '#modules/workspaces/history/history-checkpoint.ts'
import { historyLines } from '#modules/workspaces/history/history-lines.ts'
import { derivedId, sha256 } from '#platform/primitives/ids.ts'
import { entryHash, GENESIS } from '#projections/audit/chain.ts'
import type { ExportedEntry, ExportedLog } from '#projections/audit/export-queries.ts'
import { noBrowser, openPage, whySkipped } from '#support/browser/browser.ts'
import { browser, openSite, product } from '#support/browser/site.ts'
import { rounds } from '#support/rounds.ts'
import { builtWeb } from '#support/servers/built-web.ts'

openSite({ timeout: 180_000, prepare: builtWeb })

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-large-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of about 2,300 bytes each: in `npm run test:long` more than 100 MB. */
const ENTRIES = rounds({ short: 3_000, long: 50_000 })
/** Bytes that live while a file is read. */
const MAX_HEAP = 40e6
/** Of the time that it takes: the longest in which the page can do nothing else. */
const MAX_BUSY = 1 / 3

const [key] = checkpointKeys({ CHECKPOINT_KEY: 'a-secret-of-a-large-log-that-is-long-enough' })

/** Writes the export of a log with so many entries, and returns where. */
const largeExport = async (): Promise<string> => {
  const links: Pick<ExportedEntry, 'sequence' | 'id' | 'hash' | 'previousHash' | 'factHash'>[] = []
  let previousHash: string | null = null
  for (let sequence = 1; sequence <= ENTRIES; sequence += 1) {
    const [id, factHash] = [derivedId(sequence), `h1:${sha256(String(sequence)).toString('hex')}`]
    const hash: string = entryHash(previousHash ?? GENESIS, sequence, id, factHash)
    links.push({ sequence, id, hash, previousHash, factHash })
    previousHash = hash
  }
  const changes = [{ field: 'details', before: null, after: 'Rechnung 請求書 ä€ '.repeat(80) }]
  const log = {
    async *pages() {
      for (let end = ENTRIES; end > 0; end -= 500)
        yield links
          .slice(Math.max(end - 500, 0), end)
          .toReversed()
          .map((link) => ({ ...link, action: 'request.declined', changes }))
    },
  } as unknown as ExportedLog
  const path = join(folder, 'log.jsonl')
  const file = createWriteStream(path)
  const head = { sequence: ENTRIES, hash: previousHash!, at: '2026-11-27T00:00:00.000Z' }
  const sign = (lines: { readonly entries: number; readonly lines: string }) =>
    signCheckpoint(key, { workspaceId: derivedId('log'), ...head, export: { filters: {}, ...lines } })
  for await (const part of historyLines(log, async () => new Map(), sign))
    if (!file.write(part)) await once(file, 'drain')
  file.end()
  await once(file, 'close')
  return path
}

const OBSERVE = `
  globalThis.busy = []
  new PerformanceObserver((list) => busy.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })
  globalThis.said = new Set()
  const state = document.querySelector('.state')
  new MutationObserver(() => said.add(state.textContent)).observe(state, { childList: true })`

test.skipIf(noBrowser !== null)(
  `a large export is read in bounded memory, and the page says how far it is and answers meanwhile${whySkipped}`,
  { timeout: 600_000 },
  async () => {
    const path = await largeExport()
    expect(statSync(path).size).toBeGreaterThan(ENTRIES * 2_100)
    const page = await openPage(browser, product.origin, { width: 900, height: 1000 })
    await page.goto(pathToFileURL(join(import.meta.dirname, '../../../web/dist/verify.html')).href)
    await page.getByLabel('Key, key id or fingerprint').fill(key.id)
    await page.getByLabel('Key, key id or fingerprint').press('Tab')
    const session = await page.context().newCDPSession(page)
    await page.evaluate(OBSERVE)
    const begun = performance.now()
    await page.locator('#file').setInputFiles(path)
    await page.getByText(/^Verifying … [1-9]0 %$/).waitFor({ timeout: 120_000 })
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    expect(usedSize).toBeLessThan(MAX_HEAP)
    await page.getByRole('heading', { level: 2, name: 'Genuine and unchanged' }).waitFor({ timeout: 500_000 })
    const took = performance.now() - begun
    const { busy, said } = await page.evaluate<{ busy: number[]; said: string[] }>(
      '({ busy, said: [...said] })',
    )
    expect(Math.max(0, ...busy)).toBeLessThan(took * MAX_BUSY)
    expect(said.filter((text) => /^Verifying … \d+ %$/.test(text)).length).toBeGreaterThan(3)
  },
)
