import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'
import type { Notified } from '#platform/postgres/listener.ts'
import { silentLog } from '#support/processes/silent-log.ts'
import { openLive, type Live } from './live.ts'
import type { Scope } from './readers.ts'

const AT = 'p1:7'
const listeners = new Map<string, Notified>()
const notify: Notified = (payload) => listeners.get('checkpoint')!(payload)
let live: Live
let ages: ReadonlyMap<string, number>

/** A database that is away, so no check ends a stream. */
const db = () => {
  throw new Error('no database')
}

beforeEach(() => {
  vi.useFakeTimers()
  ages = new Map()
  live = openLive({
    db,
    clock: { now: () => new Date() },
    listener: { on: (channel: string, fn: Notified) => (listeners.set(channel, fn), () => {}) },
    log: silentLog,
    readModelAges: async () => ages,
    positions: { at: () => AT },
    positionTokens: { seal: async (position: string) => `sealed ${position}` },
  } as unknown as Platform)
})
afterEach(() => {
  live.close()
  vi.useRealTimers()
})

/** The response of a client that may stop reading. */
class FakeResponse extends EventEmitter {
  text = ''
  isReading = true
  writableEnded = false
  destroyed = false
  get isOver() {
    return this.writableEnded || this.destroyed
  }
  get writableNeedDrain() {
    return !this.isReading
  }
  names() {
    return [...this.text.matchAll(/"readModel":"(\w+)"/g)].map(([, name]) => name)
  }
  writeHead() {}
  write(text: string) {
    this.text += text
    return this.isReading
  }
  end() {
    this.writableEnded = true
  }
  destroy() {
    this.destroyed = true
  }
}

const listen = ({
  sessionId = 's',
  userId = 'u',
  scope = 'user',
}: { sessionId?: string; userId?: string; scope?: Scope } = {}) => {
  const raw = new FakeResponse()
  const reply = { hijack: () => ({ raw }), getHeaders: () => ({}) } as unknown as FastifyReply
  const tokenEndsAt = new Date(Date.now() + 600_000)
  live.open({ sessionId, userId, tokenEndsAt } as Caller, scope, reply)
  return raw
}
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

test('sends a heartbeat every 20 s', async () => {
  const client = listen()
  await pass(1)
  client.text = ''
  await pass(20_000)
  expect(client.text).toBe(':\n\n')
})

test('sends a change only to its audience', async () => {
  const client = listen({ scope: { workspaceId: 'w' } })
  await pass()
  client.text = ''
  for (const notice of [`audit ${AT}`, `audit ${AT} in:other`, `users ${AT} in:w`]) notify(notice)
  notify(`audit ${AT} in:other in:w`)
  await pass()
  expect(client.text).toBe(`event: changed\ndata: {"readModel":"audit","position":"sealed ${AT}"}\n\n`)
})

test('tells every client once that no projector updates a read model any more', async () => {
  const clients = [listen(), listen({ sessionId: 'other', scope: { workspaceId: 'w' } })]
  await pass(1)
  const told = async () => {
    for (const client of clients) client.text = ''
    await pass(20_000)
    return clients.map((client) => client.names())
  }
  expect(await told()).toEqual([[], []])
  ages = new Map([['audit', 12]])
  expect(await told()).toEqual([['audit'], ['audit']])
  ages = new Map([['audit', 32]])
  expect(await told()).toEqual([[], []])
  ages = new Map()
  expect(await told()).toEqual([[], []])
  ages = new Map([['audit', 11]])
  expect(await told()).toEqual([['audit'], ['audit']])
})

test('sends a client that did not read one event for each changed read model once it reads again', async () => {
  const client = listen()
  await pass()
  Object.assign(client, { text: '', isReading: false })
  for (let i = 0; i < 1_000; i += 1) {
    notify(`requests p1:${i} user:u`)
    notify(`users p1:${i} user:u`)
    await pass(100)
  }
  expect(client.text).toBe('')
  client.isReading = true
  client.emit('drain')
  await pass()
  expect(client.names()).toEqual(['requests', 'users'])
  expect(client.text).toContain('sealed p1:999')
})

test('a ninth stream of a session ends its oldest one and no other session’s', () => {
  const other = listen({ sessionId: 'other' })
  const clients = Array.from({ length: 9 }, () => listen())
  expect(clients.map(({ isOver }) => isOver)).toEqual([true, ...Array<boolean>(8).fill(false)])
  expect(other.isOver).toBe(false)
})

test('refuses a stream beyond 5,000 until one closes', () => {
  const clients = Array.from({ length: 5_000 }, (_, i) => listen({ sessionId: `s${i}`, userId: `u${i}` }))
  expect(() => listen()).toThrow('The service is busy at the moment.')
  clients[0]!.emit('close')
  expect(listen().isOver).toBe(false)
})

test('tells only the requester that a request was seen', async () => {
  const [requester, other] = [listen(), listen({ sessionId: 'other', userId: 'other' })]
  await pass()
  for (const client of [requester, other]) client.text = ''
  listeners.get('request_seen')!('u')
  listeners.get('request_seen')!(null)
  await pass()
  expect(requester.text).toBe(`event: changed\ndata: {"readModel":"requests","position":"sealed ${AT}"}\n\n`)
  expect(other.text).toBe('')
})

test('ends every stream when the audience cannot be read', async () => {
  const client = listen()
  notify(`requests ${AT} request:r`)
  await pass()
  expect(client.isOver).toBe(true)
})

test('close ends every stream, also of clients that do not read, and refuses new ones', () => {
  const clients = [listen(), listen()]
  clients[1]!.isReading = false
  live.close()
  expect(clients.map(({ isOver }) => isOver)).toEqual([true, true])
  expect(clients[1]!.destroyed).toBe(true)
  expect(() => listen()).toThrow('The service is busy at the moment.')
})
