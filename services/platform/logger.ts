import { pino, type Logger } from 'pino'

export type { Logger }

/** One JSON line per entry; error = a person must act. Secrets and bodies never get here, and are cut out if they do. */
export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
