import { afterAll, afterEach, beforeEach } from 'vitest'
import { takeOmittedErrors, watchErrors } from './endpoints/errors-watched.ts'
import { takeLines } from './processes/kept-lines.ts'

/** What holds in every test file, without its asking. */

const requireNoOmission = (): void => {
  const omitted = takeOmittedErrors()
  if (omitted.length > 0) throw new Error(omitted.join('\n'))
}

const printLog = (): void => {
  const lines = takeLines()
  if (lines) process.stderr.write(`The product's log, as far as it was kept:\n${lines}`)
}

watchErrors()
beforeEach(({ onTestFailed }) => onTestFailed(printLog))
afterEach(requireNoOmission)
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures a hook wants
afterAll(({}, { result }) => {
  if (result?.state === 'fail') printLog()
  requireNoOmission()
})
