import { afterAll, afterEach, beforeEach } from 'vitest'
import { takeUndeclaredErrors, watchUndeclaredErrors } from './endpoints/undeclared-errors.ts'
import { takeLogLines } from './processes/silent-log.ts'
import { expectNoDeadLetters } from './servers/postgres.ts'

/** What holds in every test file, without its asking. */

const requireNoOmission = (): void => {
  const omitted = takeUndeclaredErrors()
  if (omitted.length > 0) throw new Error(omitted.join('\n'))
}

const printLog = (): void => {
  const lines = takeLogLines()
  if (lines) process.stderr.write(`The product's log, as far as it was kept:\n${lines}`)
}

watchUndeclaredErrors()
expectNoDeadLetters()
beforeEach(({ onTestFailed }) => onTestFailed(printLog))
afterEach(requireNoOmission)
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures a hook wants
afterAll(({}, { result }) => {
  if (result?.state === 'fail') printLog()
  requireNoOmission()
})
