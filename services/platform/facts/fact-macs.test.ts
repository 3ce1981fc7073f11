import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventOf } from '../event-store/postgres/rows.ts'
import type { StoredEvent } from '../event-store/event-store.ts'
import { createFactMacs } from './fact-macs.ts'

const macs = createFactMacs(`1:${randomBytes(32).toString('base64url')}`, {
  report: () => {},
  now: () => new Date(),
})
const event = {
  stream: 'request-1',
  id: '00000000-0000-4000-8000-000000000001',
  type: 'RequestWithdrawn',
  data: { requestId: 'r', note: 'ä "x" \u2028' },
  metadata: { fingerprint: 'f', at: '2026-01-01T00:00:00.000Z' },
} as const
const texts = { data: JSON.stringify(event.data), metadata: JSON.stringify(macs.sealed(event)) }

/** The event as the PostgreSQL store reads these texts. */
const stored = ({ data, metadata }: typeof texts): StoredEvent =>
  eventOf(['1', event.stream, '0', event.id, event.type, data, metadata])
const fits = (changed: Partial<typeof texts>) => macs.fits(stored({ ...texts, ...changed }))

test('a MAC fits what was sealed, as it is stored, as a copy, and as another text of the same content', () => {
  expect(fits({})).toBe(true)
  expect(macs.fits({ ...stored(texts) })).toBe(true)
  expect(fits({ data: JSON.stringify(event.data, null, 2) })).toBe(true)
  expect(fits({ metadata: JSON.stringify(JSON.parse(texts.metadata), null, 1) })).toBe(true)
})

test('a MAC does not fit another content, even if the sealed text is in the stored one', () => {
  expect(fits({ data: texts.data.replace('"r"', '"s"') })).toBe(false)
  expect(fits({ data: texts.data.replace('{', '{"more":1,') })).toBe(false)
  expect(fits({ data: texts.data.replace('}', ',"requestId":"s"}') })).toBe(false)
  expect(fits({ metadata: texts.metadata.replace('2026', '2027') })).toBe(false)
  expect(fits({ metadata: texts.metadata.replace('}', ',"at":"2027-01-01T00:00:00.000Z"}') })).toBe(false)
  expect(macs.fits({ ...stored(texts), stream: 'request-2' })).toBe(false)
  // What was altered after it was parsed is no longer what the text says.
  expect(macs.fits({ ...stored(texts), data: { requestId: 's' } })).toBe(false)
})
