import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'

/** A worker that does not answer for so long after the last test could start hangs, which kills the mutant. */
const HANG_MS = 90_000

type Failure = { readonly file: string; readonly test: string }

const failuresOf = (module: TestModule): readonly Failure[] => {
  const { children, relativeModuleId: file } = module
  const errors = [module, ...children.allSuites()].flatMap((part) => part.errors())
  return [
    ...[...children.allTests('failed')].map(({ fullName }) => ({ file, test: fullName })),
    ...errors.map(({ message }) => ({ file, test: message.split('\n')[0]! })),
  ]
}

const killWorkers = () => {
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' })
  for (const line of children.split('\n')) {
    const [parent, pid] = line.trim().split(/\s+/).map(Number)
    if (parent === process.pid && line.includes('/vitest/')) process.kill(pid!, 'SIGKILL')
  }
}

/** Opens Vitest in this process: one PostgreSQL server and one cache of modules for all runs. */
export const openTests = async (root: string) => {
  let order: readonly string[] = []
  class InOrder extends BaseSequencer {
    override sort(files: TestSpecification[]) {
      const rank = ({ moduleId }: TestSpecification) => order.indexOf(moduleId)
      return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b)))
    }
  }
  const vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      project: ['node'],
      reporters: [{}],
      sequence: { sequencer: InOrder },
    },
    {},
    { stderr: new Writable({ write: (_chunk, _encoding, done) => done() }) },
  )
  const specifications = Map.groupBy(await vitest.globTestSpecifications(), ({ moduleId }) => moduleId)
  return {
    changed: (path: string) => vitest.invalidateFile(join(root, path)),
    /** Runs these test files in this order until a test fails, and returns it. No test starts after `capMs`; then `isCapped`. */
    async firstFailure(
      files: readonly string[],
      capMs: number,
    ): Promise<{ readonly by?: Failure | undefined; readonly isCapped: boolean }> {
      order = files.map((file) => join(root, file))
      let isCapped = false
      const cap = setTimeout(() => {
        isCapped = true
        void vitest.cancelCurrentRun('test-failure')
      }, capMs)
      const hang = setTimeout(killWorkers, capMs + HANG_MS)
      try {
        // Otherwise the result would also have what failed in earlier runs.
        vitest.state.filesMap.clear()
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
          order.flatMap((path) => specifications.get(path) ?? []),
        )
        const unhandled = unhandledErrors.map((error) => ({
          file: files[0]!,
          test: `unhandled: ${(error as Error).message}`,
        }))
        return { by: [...testModules.flatMap(failuresOf), ...unhandled][0], isCapped }
      } finally {
        clearTimeout(cap)
        clearTimeout(hang)
      }
    },
    close: () => vitest.close(),
  }
}
