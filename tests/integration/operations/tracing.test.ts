import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allEvents } from '#modules/all.events.ts'
import { createLogger } from '#platform/watch/logger.ts'
import { openTracing } from '#platform/watch/open-tracing.ts'
import { commandReactor } from '#platform/effects/reactors.ts'
import { inSpan } from '#platform/watch/tracing.ts'
import { buildApi } from '../../../services/api/app.ts'
import { deferredDone } from '#support/product/deferred-done.ts'
import { eventually } from '#support/eventually.ts'
import { enrolDevice, openStage, settledOne, signUp } from '#support/product/mail-stage.ts'
import { openOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '#support/servers/otlp-receiver.ts'
import type { Product } from '#support/product/product.ts'
import { freePort } from '#support/servers/redis.ts'
import { runWorker } from '#support/processes/run-worker.ts'
import { silentLog } from '#support/processes/silent-log.ts'

const stage = openStage()
let receiver: OtlpReceiver
let product: Product
let close = async () => {}

/** Traces of this process go there from now on. */
const traceTo = async (url: string) => {
  await close()
  const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, { service: 'api', log: silentLog })
  close = () => tracing.close()
}

beforeAll(async () => {
  receiver = await openOtlpReceiver()
  stage.defer(() => receiver.close())
  const smtp = await stage.smtp()
  product = await stage.product({ SMTP_URL: smtp.url })
  await stage.worker(product)
  await product.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => close())
afterAll(() => stage.close())

const newTrace = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') })

/** Opens a request; the body has to come on its own, once the server waits for it. */
const open = async (path: string, headers: Record<string, string> = {}) => {
  const { port } = product.app.server.address() as { port: number }
  const sending = request({
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue', ...headers },
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  return sending
}

/** Answers the status. */
const post = async (...[path, body, headers]: [string, object, Record<string, string>?]): Promise<number> => {
  const sending = await open(path, headers)
  sending.end(JSON.stringify(body))
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  await text(answer)
  return answer.statusCode!
}

const someone = () => ({ email: `${randomBytes(6).toString('hex')}@example.com`, password: 'correct horse' })

const inTrace = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId)

/** The one span of this name in the trace, once it has come. */
const spanOf = (traceId: string, name: string) =>
  eventually(() => {
    const found = inTrace(traceId).filter((span) => span.name === name)
    expect([name, found.length]).toEqual([name, 1])
    return found[0]!
  })

const isBelow = (span: ReceivedSpan, above: ReceivedSpan): boolean => {
  const parent = inTrace(span.traceId).find(({ spanId }) => spanId === span.parentSpanId)
  return parent !== undefined && (parent === above || isBelow(parent, above))
}

describe('of a command over HTTP that causes a mail', () => {
  test('request, append and mail are one trace, and the read models are linked to it', async () => {
    await traceTo(receiver.url)
    const { traceId, spanId } = newTrace()
    const status = await post('/auth/signup', someone(), { traceparent: `00-${traceId}-${spanId}-01` })
    expect(status).toBe(201)

    const served = await spanOf(traceId, 'POST /auth/signup')
    expect(served).toMatchObject({ service: 'vieraugen-api', parentSpanId: spanId, hasFailed: false })
    expect(served.attributes).toMatchObject({
      'http.route': '/auth/signup',
      'http.response.status_code': 201,
    })
    const command = await spanOf(traceId, 'execute user')
    const append = await spanOf(traceId, 'append user')
    expect(isBelow(command, served)).toBe(true)
    expect(append.parentSpanId).toBe(command.spanId)

    const mail = await spanOf(traceId, 'mail account.confirm-email')
    expect(mail.parentSpanId).toBe(command.spanId)
    expect((await spanOf(traceId, 'SMTP send')).parentSpanId).toBe(mail.spanId)
    const recording = await spanOf(traceId, 'record mail outcomes')
    expect(recording.parentSpanId).toBe(command.spanId)
    expect((await spanOf(traceId, 'execute mails')).parentSpanId).toBe(recording.spanId)

    await eventually(() => {
      const pages = receiver.spans.filter(({ name }) => name === 'project')
      const linked = pages.flatMap(({ links }) => links).map((link) => link.spanId)
      expect(linked).toContain(command.spanId)
      for (const page of pages) expect(page).toMatchObject({ parentSpanId: undefined })
    })
  })

  test('each fact names the trace', async () => {
    await traceTo(receiver.url)
    const { traceId, spanId } = newTrace()
    await post('/auth/signup', someone(), { traceparent: `00-${traceId}-${spanId}-01` })
    await deferredDone(product.platform)
    const { events } = await product.platform.eventStore.readAll({ after: null })
    const traced = events.filter(({ metadata }) => JSON.stringify(metadata).includes(`"00-${traceId}-`))
    expect(traced.map(({ type }) => type)).toContain('UserSignedUp')
  })

  test('a malformed traceparent starts a new trace, and an unsampled one is respected', async () => {
    await traceTo(receiver.url)
    const { traceId, spanId } = newTrace()
    for (const traceparent of ['nonsense', `00-${'0'.repeat(32)}-${spanId}-01`, `ff-${traceId}-${spanId}-01`])
      expect(await post('/auth/signup', someone(), { traceparent })).toBe(201)
    expect(await post('/auth/signup', {}, { traceparent: `00-${traceId}-${spanId}-00` })).toBe(400)
    await close()
    expect(
      receiver.spans.filter(({ name, parentSpanId }) => name === 'POST /auth/signup' && !parentSpanId).length,
    ).toBe(3)
    expect(inTrace(traceId)).toEqual([])
  })
})

test('a span holds neither tokens of paths nor the caller', async () => {
  await traceTo(receiver.url)
  const token = randomBytes(32).toString('base64url')
  const status = await post(`/auth/verifyEmail/${token}?more=${token}`, {}, { 'user-agent': 'Some browser' })
  expect(status).toBeGreaterThanOrEqual(400)
  await close()
  expect(receiver.spans.map(({ name }) => name)).toContain('POST /auth/verifyEmail/:verificationToken')
  for (const sent of receiver.texts) {
    expect(sent).not.toContain(token)
    expect(sent).not.toContain('Some browser')
  }
})

test('a command that follows from a fact is part of its trace', async () => {
  await traceTo(receiver.url)
  const fresh = await stage.product()
  const reactor = commandReactor(allEvents, 'test', {
    UserSignedUp: async ({ data }) => void (await enrolDevice(fresh, data.userId, 'Telephone')),
  })
  await stage.worker(fresh, { mailKinds: [], reactors: [reactor] })
  const { traceId, spanId } = newTrace()
  const headers = { traceparent: `00-${traceId}-${spanId}-01` }
  await fresh.call('POST', '/auth/signup', { headers, body: someone() })
  const reaction = await spanOf(traceId, 'react test')
  await eventually(() => {
    const commands = inTrace(traceId).filter(({ name }) => name === 'execute user')
    expect(commands.map((command) => isBelow(command, reaction))).toEqual([false, true])
  })
})

test('an aborted request ends its span', async () => {
  await traceTo(receiver.url)
  const { traceId, spanId } = newTrace()
  const sending = await open('/auth/signup', { traceparent: `00-${traceId}-${spanId}-01` })
  sending.on('error', () => {})
  sending.destroy()
  const span = await spanOf(traceId, 'POST /auth/signup')
  expect(span.attributes).toMatchObject({ 'error.type': 'aborted' })
})

test('a failed span holds only the name of the error', async () => {
  await traceTo(receiver.url)
  const failing = inSpan({ name: 'failing' }, async () => {
    throw new RangeError('of somebody@example.com')
  })
  await expect(failing).rejects.toThrow(RangeError)
  await close()
  const span = receiver.spans.find(({ name }) => name === 'failing')
  expect(span).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'RangeError' } })
  expect(receiver.texts.join('')).not.toContain('somebody@')
})

test('log lines carry the trace', async () => {
  await traceTo(receiver.url)
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const app = await buildApi({ ...product.platform, log }, { localMailbox: false })
  const { traceId, spanId } = newTrace()
  const traceparent = `00-${traceId}-${spanId}-01`
  await app.inject({ method: 'POST', url: '/auth/signup', headers: { traceparent }, payload: someone() })
  await app.close()
  log.info('afterwards')
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; trace_id?: string })
  expect(entries.find(({ msg }) => msg === 'request')?.trace_id).toBe(traceId)
  expect(entries.find(({ msg }) => msg === 'afterwards')).not.toHaveProperty('trace_id')
})

test('without a receiver the SDK is not loaded', async () => {
  const loaded = (setting: object) =>
    runWorker<string[]>(new URL('../../support/processes/tracing-packages.ts', import.meta.url), setting)
  const sdk = ['context-async-hooks', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map(
    (name) => `@opentelemetry/${name}`,
  )
  const ours = (packages: readonly string[]) => packages.filter((name) => name.startsWith('@opentelemetry/'))
  expect(ours(await loaded({}))).toEqual(['@opentelemetry/api'])
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toEqual(
    expect.arrayContaining(sdk),
  )
})

describe('a receiver that is unavailable', () => {
  test.each(['away', 'silent'])('and is %s fails neither a command nor its mail', async (how) => {
    const silent = await openOtlpReceiver()
    onTestFinished(() => silent.close())
    silent.fallSilent()
    const fresh = await stage.product()
    await stage.worker(fresh)
    await traceTo(how === 'silent' ? silent.url : `http://127.0.0.1:${await freePort()}`)
    await signUp(fresh, 'someone@example.com')
    expect((await settledOne(fresh)).status).toBe('sent')
    if (how === 'silent') await eventually(() => expect(silent.unanswered()).toBeGreaterThan(0))
    await close()
  })
})
