import { afterAll, beforeAll, expect, test } from 'vitest'
import { WrongExpectedRevision } from '#platform/event-store/event-store.ts'
import { measure } from '#platform/measure.ts'
import { createMetrics } from '#platform/metrics.ts'
import { eventually } from '../support/eventually.ts'
import { openProduct, type Product } from '../support/product.ts'

let product: Product
beforeAll(async () => void (product = await openProduct()))
afterAll(() => product.close())

const LABELS = String.raw`(\{[a-z]+="(\\.|[^"\\])*"(,[a-z]+="(\\.|[^"\\])*")*\})?`
const LINE = new RegExp(
  `^(# HELP \\w+ .+|# TYPE \\w+ (counter|gauge|histogram)|[a-z_]+${LABELS} [0-9.e+-]+)$`,
)

/** Every series with its value; fails on a line that is no Prometheus text. */
const parsed = (text: string): Map<string, number> => {
  expect(text.endsWith('\n')).toBe(true)
  const lines = text.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(LINE)
  return new Map(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const scrape = async () => parsed(product.platform.metrics.text(await measure(product.platform)))

test('commands, appends and HTTP requests are counted, and what is up to date has no lag', async () => {
  const { token } = await product.person()
  const before = await scrape()
  const created = await product.call('POST', '/workspaces/create', { token, body: { name: 'Praxis' } })
  expect(created.status).toBe(201)
  expect((await product.call('POST', '/workspaces/create', { token, body: {} })).status).toBe(400)
  const after = await scrape()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)

  const command = 'vieraugen_commands_total{operation="workspaces.create",outcome='
  expect(grown(`${command}"done"}`)).toBe(1)
  expect(grown(`${command}"refused"}`)).toBe(1)
  const request = 'method="POST",route="/workspaces/create",status="201"'
  expect(grown(`vieraugen_http_request_seconds_count{${request}}`)).toBe(1)
  expect(grown(`vieraugen_http_request_seconds_bucket{${request},le="+Inf"}`)).toBe(1)
  expect(grown('vieraugen_append_seconds_count{outcome="done"}')).toBe(1)
  await eventually(async () => {
    const now = await scrape()
    expect(now.get('vieraugen_projection_lag_events{projection="workspaces"}')).toBe(0)
    expect(now.get('vieraugen_projection_lag_seconds{projection="workspaces"}')).toBe(0)
  })
})

test('a read model that lacks facts says how many, and how old they are', async () => {
  await product.person()
  const facts = (await product.platform.eventStore.readAll({ after: null })).events.length
  const { db } = product.platform
  await db('checkpoints').insert({
    name: 'late',
    version: 1,
    store_id: await product.platform.eventStore.identity(),
  })
  product.clock.advance(60_000)
  const now = await scrape()
  expect(now.get('vieraugen_projection_lag_events{projection="late"}')).toBe(facts)
  expect(now.get('vieraugen_projection_lag_seconds{projection="late"}')).toBeGreaterThanOrEqual(60)
})

test('an append that comes too late is a conflict', async () => {
  const { eventStore } = product.platform
  const [fact] = (await eventStore.readAll({ after: null, max: 1 })).events
  await expect(
    eventStore.append(fact!.stream, 'no_stream', [{ ...fact!, id: crypto.randomUUID() }]),
  ).rejects.toThrow(WrongExpectedRevision)
  const now = await scrape()
  expect(now.get('vieraugen_append_conflicts_total')).toBe(1)
  expect(now.get('vieraugen_append_seconds_count{outcome="conflict"}')).toBe(1)
})

test('a label may hold anything', () => {
  const metrics = createMetrics()
  metrics.count('commands_total', { operation: 'a"b\\c\nd' })
  expect(parsed(metrics.text())).toEqual(
    new Map([[String.raw`vieraugen_commands_total{operation="a\"b\\c\nd"}`, 1]]),
  )
})
