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
 * Spans of what this process does; they are nothing unless `openTracing` found an exporter. Names and attributes
 * are our own words, ids and counts: never an address, a name, a text, a token, or the message of an error.
 */
export type SpanOptions = {
  /** The same for all that is alike: no ids. */
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

/** More causes than anybody follows; a rebuild has thousands. */
const LINKS = 100
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const parse = (traceparent: unknown): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(traceparent)) ?? []
  if (!traceId || !spanId || !flags) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

const below = (traceparent: unknown, otherwise: Context): Context => {
  const parent = parse(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : otherwise
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
    // A refusal is an answer.
    if (!(error instanceof Rejected)) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Does the work as part of whatever goes on; throws what it throws. */
export const inSpan = <T>(options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  run(start(options, context.active()), work)

/** Does what one fact causes, as part of that fact's trace, however much later; without one, of whatever goes on. */
export const inSpanOf = <T>(
  traceparent: string | null | undefined,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => run(start(options, below(traceparent, context.active())), work)

/** Does what many facts cause together, in a trace of its own that is linked to theirs. */
export const inBatchSpan = <T>(
  events: readonly { readonly metadata: object }[],
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => {
  const span = start(options, ROOT_CONTEXT)
  if (span.isRecording()) {
    const causes = new Set(events.map(({ metadata }) => (metadata as { traceparent?: unknown }).traceparent))
    const links = [...causes].map(parse).filter((cause) => cause !== undefined)
    span.addLinks(links.slice(0, LINKS).map((cause) => ({ context: cause })))
  }
  return run(span, work)
}

/** The span of one request, whose parts are told in callbacks. */
export type ServerSpan = {
  /** Does the work, and all that it starts, as part of the request. */
  run<T>(work: () => T): T
  /** The first time counts. */
  end(attributes: Attributes, hasFailed: boolean): void
}

/** `traceparent`: as the caller sent it; what is malformed is not there. */
export const startServerSpan = (options: SpanOptions, traceparent: unknown): ServerSpan => {
  const span = start({ ...options, kind: 'server' }, below(traceparent, ROOT_CONTEXT))
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

/** What a fact keeps of the trace that it came from: W3C `traceparent`, or nothing. */
export const traceOfNow = (): { traceparent?: string } => {
  const now = trace.getSpanContext(context.active())
  if (!now) return {}
  const flags = now.traceFlags.toString(16).padStart(2, '0')
  return { traceparent: `00-${now.traceId}-${now.spanId}-${flags}` }
}

/** For the log, by the names that its readers look for. */
export const traceIdOfNow = (): { trace_id?: string } => {
  const now = trace.getSpanContext(context.active())
  return now ? { trace_id: now.traceId } : {}
}
