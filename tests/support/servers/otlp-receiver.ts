import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export type ReceivedSpan = {
  readonly service: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** undefined for the root span */
  readonly parentSpanId: string | undefined
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: Readonly<Record<string, unknown>>
  readonly hasFailed: boolean
}

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> }
type Sent = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly links?: ReceivedSpan['links']
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: number }
}
type Body = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[]
  }[]
}

const ERROR = 2

/** Each value has one kind: */
const byKey = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const spansOf = ({ resourceSpans }: Body): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, links = [], attributes, status }) => ({
        service: String(byKey(resource.attributes)['service.name']),
        name,
        traceId,
        spanId,
        parentSpanId,
        links,
        attributes: byKey(attributes),
        hasFailed: status.code === ERROR,
      })),
    ),
  )

/** A receiver of OTLP traces over HTTP. Keeps spans in order. */
export type OtlpReceiver = {
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** Accepts requests from now on without answering. */
  fallSilent(): void
  /** Number of unanswered requests. */
  readonly unanswered: () => number
  /** The raw requests. */
  readonly texts: readonly string[]
  close(): Promise<void>
}

export const openOtlpReceiver = async (): Promise<OtlpReceiver> => {
  let isSilent = false
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  let unanswered = 0
  const server = createServer((request, response) => {
    if (isSilent) {
      unanswered += 1
      return
    }
    void json(request).then((body) => {
      texts.push(JSON.stringify(body))
      if (request.url === '/v1/traces') spans.push(...spansOf(body as Body))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    fallSilent: () => {
      isSilent = true
    },
    unanswered: () => unanswered,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
