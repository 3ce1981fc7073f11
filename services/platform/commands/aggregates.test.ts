import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Loads many streams, each with a state of some kilobytes, in a process with a small heap. */
const LOADING = `
  import { createAggregates } from '#platform/commands/aggregates.ts'
  const STREAMS = 20_000
  const metadata = { commandId: 'command', fingerprint: '', hash: 'hash' }
  const readStream = async (stream, { from }) =>
    from > 0 ? [] : [{ stream, type: 'Filled', data: {}, metadata, revision: 0, position: '0' }]
  const aggregates = createAggregates({ readStream }, { decodeBlind: (events) => events })
  const fold = { initialState: [], evolve: () => Array.from({ length: 100 }, (_, n) => ({ n, text: 'text ' + n })) }
  for (let n = 0; n < STREAMS; n += 1) await aggregates.load(fold, 'stream-' + n)
  console.log('loaded')
`

test('the states of streams do not fill a small heap', async () => {
  const heap = ['--max-old-space-size=96', '--max-semi-space-size=4']
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...heap,
    '--input-type=module',
    '-e',
    LOADING,
  ])
  expect(stdout).toBe('loaded\n')
})
