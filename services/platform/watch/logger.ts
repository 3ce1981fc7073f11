import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { traceIdOfNow } from './tracing.ts'

export type { Logger }

/** What an error says, without the properties that drivers hang on it: those can carry values of rows. */
const brief = (error: unknown) =>
  error instanceof Error ? { name: error.name, message: error.message, stack: error.stack } : error

const options = (level: string): LoggerOptions => ({
  level,
  base: null,
  mixin: traceIdOfNow,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: brief, error: brief },
  redact: {
    paths: [
      'authorization',
      'cookie',
      'password',
      'pin',
      'token',
      'email',
      '*.authorization',
      '*.cookie',
      '*.password',
      '*.pin',
      '*.token',
      '*.email',
      'req.headers',
    ],
    remove: true,
  },
})

/**
 * One JSON line per entry, to stdout unless told otherwise; error = a person must act. Secrets and bodies never get
 * here, and are cut out if they do.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino(options(level), destination) : pino(options(level))
