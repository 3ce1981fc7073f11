import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { PRODUCT } from '#contract/common.ts'
import type { Config } from '../config/config.ts'
import { faultOf } from './fault.ts'
import type { Logger } from './logger.ts'

export type Tracing = {
  /** Exports the remaining spans, for at most 2 s. */
  close(): Promise<void>
}

const EVERY_MS = 1_000
const EXPORT_MS = 5_000
const CLOSE_MS = 2_000

const loadSdk = async () => {
  const [contexts, otlp, resources, sdk] = await Promise.all([
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  return { ...contexts, ...otlp, ...resources, ...sdk }
}

/** Logs the first failed export and the first one that works again. */
const reporterOf = (log: Logger) => {
  let isAway = false
  return (error: Error | undefined) =>
    context.with(ROOT_CONTEXT, () => {
      if (error && !isAway) log.warn({ fault: faultOf(error) }, 'the receiver of traces takes none')
      if (!error && isAway) log.info('the receiver of traces takes them again')
      isAway = error !== undefined
    })
}

/**
 * Exports the spans of this process in the background and in batches. Spans that a slow or absent receiver does not take are
 * dropped. Without an endpoint the SDK is not loaded. Call it once per process.
 */
export const openTracing = async (
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  { service, log }: { readonly service: 'api' | 'projector' | 'worker' | 'local'; readonly log: Logger },
): Promise<Tracing> => {
  if (endpoint === undefined) return { close: async () => {} }
  const sdk = await loadSdk()
  const otlp = new sdk.OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const report = reporterOf(log)
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        report(result.error)
        done(result)
      }),
    shutdown: () => otlp.shutdown(),
  }
  const provider = new sdk.TracerProvider({
    resource: sdk.defaultResource().merge(
      sdk.resourceFromAttributes({
        'service.name': `${PRODUCT.toLowerCase()}-${service}`,
        'service.instance.id': randomUUID(),
      }),
    ),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_MS,
      }),
    ],
  })
  const contexts = new sdk.AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  trace.setGlobalTracerProvider(provider)
  return {
    async close() {
      const flushed = provider.shutdown().catch(report)
      await Promise.race([flushed, pause(CLOSE_MS, undefined, { ref: false })])
      trace.disable()
      context.disable()
    },
  }
}
