import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, Rejected, type ErrorCode } from '#contract/errors.ts'
import { requestId } from './errors.ts'

/** How long a client may take to send a request, and may not read its response. */
export type ClientTimeouts = { readonly requestMs: number; readonly silenceMs: number }
export const CLIENT_TIMEOUTS: ClientTimeouts = { requestMs: 15_000, silenceMs: 60_000 }

const CHECK_INTERVAL_MS = 1_000

/** Server options that end a slow request or a silent reader within a second of its time. */
export const timeoutOptions = ({ requestMs, silenceMs }: ClientTimeouts) => ({
  requestTimeout: requestMs,
  connectionTimeout: silenceMs,
  http: {
    headersTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, requestMs),
    // `addClientErrors` rejects it with our error body.
    requireHostHeader: false,
  },
})

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'
const parserCodes: { readonly [code: string]: ErrorCode } = {
  HPE_HEADER_OVERFLOW: 'input.headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'input.too-large',
  [LATE]: 'input.too-slow',
}

const answerOf = (code: ErrorCode) => {
  const [statusCode, message] = errors[code]
  const body = JSON.stringify({ statusCode, code, message, requestId: requestId() })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  return { statusCode, headers, body }
}

/** On these a file arrives, which may take longer than other requests. */
const patient = new WeakSet<Socket>()

/** Lets this request take longer to arrive than others. */
export const allowTime = ({ socket }: FastifyRequest, { raw }: FastifyReply, ms: number): void => {
  patient.add(socket)
  const late = setTimeout(() => {
    patient.delete(socket)
    answerParserError(Object.assign(new Error('the file came too slowly'), { code: LATE }), socket)
  }, ms)
  finished(raw, () => {
    clearTimeout(late)
    patient.delete(socket)
  })
}

/** Answers a parser error with our error body, if the client still listens. */
export const answerParserError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  // Node asks once for each request.
  if (error.code === LATE && patient.has(socket)) return
  const open = (socket as unknown as Record<string, ServerResponse | undefined>)['_httpMessage']
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'EPIPE' || open?.headersSent) {
    socket.destroy()
    return
  }
  const { statusCode, headers, body } = answerOf(parserCodes[error.code ?? ''] ?? 'input.malformed')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines, '', body].join('\r\n'))
  socket.destroySoon()
}

/** The number of `Host` headers. Names and values alternate in `rawHeaders`. */
const hostsIn = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length

/** Rejects requests that Node would reject with an empty body. */
export const addClientErrors = (app: FastifyInstance): void => {
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    const { statusCode, headers, body } = answerOf('input.malformed')
    response.writeHead(statusCode, headers).end(body)
  })
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = hostsIn(raw)
    // Node takes the first of several, a proxy perhaps the last.
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Rejected('input.malformed')
  })
}
