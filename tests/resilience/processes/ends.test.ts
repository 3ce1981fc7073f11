import { afterEach, expect, inject, test } from 'vitest'
import { freshSecrets } from '#support/processes/secrets.ts'
import { endEverything, run, temporaryFolder } from '#support/processes/local-process.ts'

afterEach(endEverything)

const start = (program: string, databaseUrl: string) =>
  run(['node', `tests/support/processes/${program}.ts`], temporaryFolder(), {
    ...freshSecrets(),
    PUBLIC_BASE_URL: 'http://localhost',
    HEALTH_PORT: '0',
    DATABASE_URL: databaseUrl,
  })

test('told to stop, a process closes its platform and ends well', async () => {
  const stopped = start('stopped-process', inject('postgresUrl'))
  expect([await stopped.ended, stopped.output()]).toEqual([
    0,
    expect.stringContaining('the platform is closed'),
  ])
})

test('an error that nobody caught ends a process that waits', async () => {
  const waiting = start('uncaught-error-process', 'postgres://nobody@127.0.0.1:1/nothing')
  expect([await waiting.ended, waiting.output()]).toEqual([1, expect.stringContaining('nobody caught this')])
})
