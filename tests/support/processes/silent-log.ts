import { pino } from 'pino'

const KEPT_LINES = 200
let lines: string[] = []

const lastLines = {
  write(line: string): void {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
  },
}

/** Prints nothing. Inside a Vitest process it keeps the last 200 lines, which `every-test.ts` prints when a test fails. */
export const silentLog =
  process.env['VITEST_WORKER_ID'] === undefined
    ? pino({ level: 'silent' })
    : pino({ level: 'info', base: null }, lastLines)

/** Returns the kept lines and forgets them. */
export const takeLogLines = (): string => {
  const taken = lines.join('')
  lines = []
  return taken
}
