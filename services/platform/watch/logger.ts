import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { traceIdOfNow } from './tracing.ts'

export type { Logger }

/** Drops the properties that drivers add to errors, because they may contain row values. */
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
 * Writes one JSON line per entry, by default to stdout. The level error means that a person must act. Never log secrets or bodies;
 * `redact` is only a safety net.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino(options(level), destination) : pino(options(level))
