import { expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { AccessRefused, Unavailable } from '../event-store/event-store.ts'
import { NotMigrated, StoreExchanged, whenStoresAreThere } from './stores.ts'

/** Starts a step that fails with each of these errors in turn. Returns its result, how often it was tried, and what was logged. */
const startWith = (...errors: readonly Error[]) => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push((JSON.parse(line) as { msg: string }).msg) })
  const ending = new AbortController()
  const failing = [...errors]
  const step = vi.fn(async () => {
    const error = failing.shift()
    if (error) throw error
    return 'there'
  })
  const started = whenStoresAreThere(step, { log, signal: ending.signal })
  started.catch(() => {})
  return { started, step, lines, ending }
}

test('a start waits for stores that may come, and says once for which', async () => {
  const away = new Unavailable('the event store cannot be reached')
  const { started, step, lines } = startWith(away, away)
  expect(await started).toBe('there')
  expect(step).toHaveBeenCalledTimes(3)
  expect(lines).toEqual(['waiting for the event store'])
})

test.each([new StoreExchanged('another store'), new AccessRefused('wrong password'), new TypeError('a bug')])(
  'a start does not wait when waiting does not help: %s',
  async (error) => {
    const { started, step } = startWith(error)
    await expect(started).rejects.toBe(error)
    expect(step).toHaveBeenCalledTimes(1)
  },
)

test('a start that is told to end waits no longer', async () => {
  const { started, ending } = startWith(new NotMigrated(), new NotMigrated())
  ending.abort()
  await expect(started).rejects.toThrow('aborted')
})
