import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builtWeb } from '#support/servers/built-web.ts'
import { casesOfRun } from '#support/rounds.ts'
import { freshSecrets } from '#support/processes/secrets.ts'
import { endEverything, mains, run, temporaryFolder, type Part } from '#support/processes/local-process.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(builtWeb, 180_000)
afterAll(endEverything)

/** Makes a process stand still on SIGUSR2. */
const STALLS = "process.on('SIGUSR2', () => { for (;;) {} })"

/** One program in `npm test`: all start their watch in the same function. */
const parts = casesOfRun(Object.keys(mains) as Part[])

test.each(parts)('%s: ends itself when its event loop stands still', async (part) => {
  const started = run(['node', mains[part]], temporaryFolder(), {
    ...freshSecrets(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STALLS)}`,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ERASURE_LEDGER: join(temporaryFolder(), 'erasures.jsonl'),
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    STALL_SECONDS: '2',
  })
  await started.prints('"msg":"starting"')
  started.signal('SIGUSR2')
  expect(await started.ended).toBe('SIGKILL')
  expect(started.output()).toContain('stood still, so it ends')
})
