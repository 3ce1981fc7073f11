import { pino } from 'pino'
import { keptLines } from './kept-lines.ts'

/** Says nothing; what a process of Vitest has logged through it is printed when a test fails. */
export const silentLog =
  process.env['VITEST_WORKER_ID'] === undefined
    ? pino({ level: 'silent' })
    : pino({ level: 'info', base: null }, keptLines)
