import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { Rejected } from '#contract/errors.ts'
import { faultOf, nameOfFault } from './fault.ts'

/**
 * Spans of this process. Without `openTracing` they are no-ops. Names and attributes are fixed words, ids and counts, and never an
 * address, a name, a text, a token or the message of an error.
 */
export type SpanOptions = {
  /** Low cardinality: no ids. */
  readonly name: string
  readonly kind?: keyof typeof kinds
  readonly attributes?: Attributes
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

/** A rebuild has thousands of causes. */
const MAX_LINKS = 100
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const parse = (traceparent: unknown): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(traceparent)) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

const contextOf = (traceparent: unknown, fallback: Context): Context => {
  const parent = parse(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : fallback
}

const start = ({ name, kind = 'internal', attributes = {} }: SpanOptions, parent: Context): Span =>
  trace.getTracer('vieraugen').startSpan(name, { kind: kinds[kind], attributes }, parent)

const typeOf = (error: unknown): string => {
  const name = nameOfFault(faultOf(error))
  return name === 'Error' && error instanceof Error ? error.constructor.name : name
}

const run = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await context.with(trace.setSpan(ROOT_CONTEXT, span), work)
  } catch (error) {
    span.setAttribute('error.type', typeOf(error))
    // A rejection is an ordinary answer.
    if (!(error instanceof Rejected)) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Runs the work in a span under the active one. Throws what the work throws. */
export const inSpan = <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  run(start(options, context.active()), work)

/** Runs the work in the trace of the event that caused it; without a `traceparent`, under the active span. */
export const inSpanOf = <T>(
  traceparent: string | null | undefined,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => run(start(options, contextOf(traceparent, context.active())), work)

/** Runs work that many events caused, in a new trace with links to theirs. */
export const inBatchSpan = <T>(
  events: readonly { readonly metadata: object }[],
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => {
  const span = start(options, ROOT_CONTEXT)
  if (span.isRecording()) {
    const causes = new Set(events.map(({ metadata }) => (metadata as { traceparent?: unknown }).traceparent))
    const links = [...causes].map(parse).filter((cause) => cause !== undefined)
    span.addLinks(links.slice(0, MAX_LINKS).map((cause) => ({ context: cause })))
  }
  return run(span, work)
}

/** The span of one request, for a framework with callbacks. */
export type ServerSpan = {
  /** Runs the work with the span as the active one. */
  run<T>(work: () => T): T
  /** Only the first call counts. */
  end(attributes: Attributes, hasFailed: boolean): void
}

/** `traceparent`: from the caller; a malformed one is ignored. */
export const startServerSpan = (options: SpanOptions, traceparent: unknown): ServerSpan => {
  const span = start({ ...options, kind: 'server' }, contextOf(traceparent, ROOT_CONTEXT))
  const inside = trace.setSpan(ROOT_CONTEXT, span)
  return {
    run: (work) => context.with(inside, work),
    end(attributes, hasFailed) {
      if (!span.isRecording()) return
      span.setAttributes(attributes)
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Returns the active span as W3C `traceparent`, for the metadata of an event. */
export const traceOfNow = (): { traceparent?: string } => {
  const now = trace.getSpanContext(context.active())
  if (!now) return {}
  const flags = now.traceFlags.toString(16).padStart(2, '0')
  return { traceparent: `00-${now.traceId}-${now.spanId}-${flags}` }
}

/** Returns the id of the active trace for the log. */
export const traceIdOfNow = (): { trace_id?: string } => {
  const now = trace.getSpanContext(context.active())
  return now ? { trace_id: now.traceId } : {}
}
