import { writeSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'

const STDERR = 2

const placeIn = (module: TestModule): string => {
  if (module.state() === 'queued') return 'while it loaded'
  const [running] = module.children.allTests('pending')
  return running ? `in "${running.fullName}"` : 'after its last test'
}

/**
 * A reporter of Vitest. When the run is ended from outside, for example because it takes too long, it names each file
 * that had begun, and the test that it was in. Without it, a file that never ends leaves no name.
 */
// oxlint-disable-next-line import/no-default-export -- Vitest takes the default export of a file of a reporter
export default class Unfinished implements Reporter {
  onInit(vitest: Vitest): void {
    process.once('SIGTERM', () => {
      for (const module of vitest.state.getTestModules())
        if (['queued', 'pending'].includes(module.state()))
          writeSync(STDERR, `Not ended: ${module.relativeModuleId}, ${placeIn(module)}\n`)
    })
  }
}
