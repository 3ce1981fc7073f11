import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from './config/config.ts'
import type { ProcessName } from './config/process-secrets.ts'
import { openHealthServer } from './health/health-server.ts'
import { createLogger, type Logger } from './watch/logger.ts'
import { measure } from './health/measure.ts'
import { startWatchdog } from './health/watchdog.ts'
import { openTracing } from './watch/open-tracing.ts'
import { METRICS_TYPE } from './watch/metrics.ts'
import { openPlatform, type Platform, type PlatformOptions } from './platform.ts'
import { cached, FRESH_MS } from './stores/probes.ts'
import { stopOnSignals } from './signals.ts'
import { whenStoresAreThere } from './stores/stores.ts'

export type Part = Pick<PlatformOptions, 'catalogue' | 'readModels'> & {
  readonly name: ProcessName
  /** Optional settings that this part requires. */
  readonly needs?: readonly (keyof Config)[]
  /** Starts the part. Puts everything that must be closed onto `opened`. */
  readonly start: (platform: Platform, opened: AsyncDisposableStack, life: Life) => Promise<void>
}

export type Life = {
  /** Ends the process. */
  readonly fail: (error: Error) => void
  /** Repeats a step that needs the stores until they are there; see `whenStoresAreThere`. */
  readonly whenStoresAreThere: <T>(step: () => Promise<T>) => Promise<T>
}

/** Process managers kill after 10 s. */
const DRAIN_MS = 9_500

const print = (error: unknown) => process.stderr.write(`${(error as Error).message}\n`)

const open = async (part: Part, config: Config, log: Logger, opened: AsyncDisposableStack) => {
  const { catalogue, readModels, name: process } = part
  const platform = await openPlatform(config, { log, catalogue, readModels, process })
  opened.defer(() => platform.close())
  opened.defer(platform.runningPrograms.announce(part.name))
  const samples = cached(() => measure(platform), FRESH_MS)
  const health = await openHealthServer(
    { host: config.HEALTH_HOST, port: config.HEALTH_PORT },
    {
      '/health/live': { type: 'application/json', read: async () => '{"status":"ok"}' },
      '/health/ready': {
        type: 'application/json',
        async read() {
          const readiness = await platform.readiness()
          return [readiness.status === 'down' ? 503 : 200, JSON.stringify(readiness)]
        },
      },
      '/metrics': {
        type: METRICS_TYPE,
        read: async () => platform.metrics.text(await samples()),
      },
    },
  )
  opened.defer(() => health.close())
  return { platform, health }
}

/** Returns false if not everything has closed in time. */
const drain = (opened: AsyncDisposableStack): Promise<boolean> =>
  Promise.race([opened.disposeAsync().then(() => true), pause(DRAIN_MS, false)])

/** Runs one part of the product until a signal or a fault. Returns the exit code. */
export const runProcess = async (
  env: Readonly<Record<string, string | undefined>>,
  part: Part,
): Promise<number> => {
  const stop = stopOnSignals(() => process.exit(1))
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  process.on('uncaughtException', fail)
  const opened = new AsyncDisposableStack()
  let code = 0
  try {
    const config = readConfig(env, {
      process: part.name,
      needs: ['EVENTSTORE_URL', ...(part.needs ?? [])],
    })
    opened.defer(startWatchdog(config.STALL_SECONDS * 1_000))
    const log = createLogger(config.LOG_LEVEL).child({ process: part.name })
    const tracing = await openTracing(config, { service: part.name, log })
    opened.defer(() => tracing.close())
    const { platform, health } = await open(part, config, log, opened)
    log.info({ health: health.address }, 'starting')
    const life: Life = {
      fail,
      whenStoresAreThere: (step) => whenStoresAreThere(step, { log, signal: stop }),
    }
    // `start` may wait for a store for ever. A fault must end that wait.
    await Promise.race([part.start(platform, opened, life), failed])
    log.info('ready')
    await Promise.race([stopped, failed])
    log.info('stopping')
  } catch (error) {
    // A signal during the wait for a store is not a failure.
    if (!stop.aborted) print(error)
    if (!stop.aborted) code = 1
  }
  try {
    if (await drain(opened)) return code
    print(new Error('Not everything had ended in time.'))
  } catch (error) {
    print(error)
  }
  return 1
}
