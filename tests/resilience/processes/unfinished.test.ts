import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eventually } from '#support/eventually.ts'

const VITEST = join(process.cwd(), 'node_modules/vitest/vitest.mjs')
const REPORTER = './tests/support/unfinished.ts'

const FILES = {
  'loads.test.ts': `await new Promise(() => {})`,
  'tests.test.ts': `import { test } from 'vitest'
    test('ends', () => {})
    test('stands still', () => new Promise(() => {}))
    test('comes later', () => {})`,
  'tidies.test.ts': `import { afterAll, test } from 'vitest'
    test('ends', () => {})
    afterAll(() => new Promise(() => {}))`,
  'ends.test.ts': `import { test } from 'vitest'
    test('ends', () => {})`,
  // Tells how far the run is.
  'progress.ts': `import { appendFileSync } from 'node:fs'
    const say = (what) => appendFileSync('progress', what + '\\n')
    export default class {
      onTestModuleQueued({ relativeModuleId }) { say('queued ' + relativeModuleId) }
      onTestCaseReady({ name }) { say('test ' + name) }
      onHookStart({ name }) { say('hook ' + name) }
      onTestModuleEnd({ relativeModuleId }) { say('ended ' + relativeModuleId) }
    }`,
}
const ALL_STAND = ['queued loads.test.ts', 'test stands still', 'hook afterAll', 'ended ends.test.ts']

test('a run that is ended from outside names the files that had begun, and where each stood', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vieraugen-unfinished-'))
  for (const [name, code] of Object.entries(FILES)) writeFileSync(join(folder, name), code)
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const reporters = ['--reporter', join(process.cwd(), REPORTER), '--reporter', './progress.ts']
  const run = spawn(process.execPath, [VITEST, 'run', '--maxWorkers', '4', ...reporters], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = text(run.stderr)
  try {
    await eventually(() => {
      const progress = readFileSync(join(folder, 'progress'), 'utf8').split('\n')
      expect(progress).toEqual(expect.arrayContaining(ALL_STAND))
    })
    run.kill()
    await once(run, 'exit')
    expect((await said).split('\n').toSorted()).toEqual([
      '',
      'Not ended: loads.test.ts, while it loaded',
      'Not ended: tests.test.ts, in "stands still"',
      'Not ended: tidies.test.ts, after its last test',
    ])
  } finally {
    run.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

test('.ci/run has this reporter', () => {
  expect(readFileSync('.ci/run', 'utf8')).toContain(`--reporter=${REPORTER}`)
})
