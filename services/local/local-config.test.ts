import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { localSettings, readLocalConfig } from './local-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'vieraugen-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('keeps every secret and both ledgers in the data folder, the same at each start', () => {
  const settings = localSettings(folder)
  expect(localSettings(folder)).toEqual(settings)
  const config = readLocalConfig({}, settings)
  expect(config).toMatchObject({
    MASTER_KEY: settings.MASTER_KEY,
    ERASURE_LEDGER: join(folder, 'erasures.jsonl'),
    SEAL_LEDGER: join(folder, 'seals.jsonl'),
  })
  expect(config.CONTACT_EMAIL).toBeDefined()
  const own = readLocalConfig({ ERASURE_LEDGER: '/elsewhere/ledger' }, settings)
  expect(own.ERASURE_LEDGER).toBe('/elsewhere/ledger')
})
