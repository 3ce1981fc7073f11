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
const heard = new Map<string, Notified>()
const hear: Notified = (payload) => heard.get('checkpoint')!(payload)
let live: Live

/** A database that is away: nobody ends for what it says. */
const db = () => {
  throw new Error('no database')
}

beforeEach(() => {
  vi.useFakeTimers()
  live = openLive({
    db,
    clock: { now: () => new Date() },
    listener: { on: (channel: string, fn: Notified) => (heard.set(channel, fn), () => {}) },
    log: silentLog,
    positions: { at: () => AT },
    positionTokens: { seal: async (position: string) => `sealed ${position}` },
  } as unknown as Platform)
})
afterEach(() => {
  live.leave()
  vi.useRealTimers()
})

/** What somebody has of their stream, who may take nothing of it. */
class FakeResponse extends EventEmitter {
  text = ''
  takes = true
  writableEnded = false
  destroyed = false
  get isOver() {
    return this.writableEnded || this.destroyed
  }
  get writableNeedDrain() {
    return !this.takes
  }
  names() {
    return [...this.text.matchAll(/"readModel":"(\w+)"/g)].map(([, name]) => name)
  }
  writeHead() {}
  write(text: string) {
    this.text += text
    return this.takes
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

test('a stream says something every 20 s at least, so that nobody takes it for dead', async () => {
  const client = listen()
  await pass(1)
  client.text = ''
  await pass(20_000)
  expect(client.text).toBe(':\n\n')
})

test('news that concerns nobody here is told to nobody', async () => {
  const client = listen({ scope: { workspaceId: 'w' } })
  await pass()
  client.text = ''
  for (const news of [`audit ${AT}`, `audit ${AT} in:other`, `users ${AT} in:w`]) hear(news)
  hear(`audit ${AT} in:other in:w`)
  await pass()
  expect(client.text).toBe(`event: changed\ndata: {"readModel":"audit","position":"sealed ${AT}"}\n\n`)
})

test('who takes nothing is told once, when they take again, of what changed meanwhile', async () => {
  const client = listen()
  await pass()
  Object.assign(client, { text: '', takes: false })
  for (let i = 0; i < 1_000; i += 1) {
    hear(`requests p1:${i} user:u`)
    hear(`users p1:${i} user:u`)
    await pass(100)
  }
  expect(client.text).toBe('')
  client.takes = true
  client.emit('drain')
  await pass()
  expect(client.names()).toEqual(['requests', 'users'])
  expect(client.text).toContain('sealed p1:999')
})

test('a session has eight streams: one more ends the oldest of them, and nobody else’s', () => {
  const other = listen({ sessionId: 'other' })
  const clients = Array.from({ length: 9 }, () => listen())
  expect(clients.map(({ isOver }) => isOver)).toEqual([true, ...Array<boolean>(8).fill(false)])
  expect(other.isOver).toBe(false)
})

test('a process has 5,000 streams: whoever comes then is told to come again, until somebody leaves', () => {
  const clients = Array.from({ length: 5_000 }, (_, i) => listen({ sessionId: `s${i}` }))
  expect(() => listen()).toThrow('There is a lot to do at the moment.')
  clients[0]!.emit('close')
  expect(listen().isOver).toBe(false)
})

test('whoever asked is told when their question was seen, and nobody else', async () => {
  const [asker, other] = [listen(), listen({ sessionId: 'other', userId: 'other' })]
  await pass()
  for (const client of [asker, other]) client.text = ''
  heard.get('request_seen')!('u')
  heard.get('request_seen')!(null)
  await pass()
  expect(asker.text).toBe(`event: changed\ndata: {"readModel":"requests","position":"sealed ${AT}"}\n\n`)
  expect(other.text).toBe('')
})

test('when whom it concerns cannot be found out, everybody is sent to come again', async () => {
  const client = listen()
  hear(`requests ${AT} request:r`)
  await pass()
  expect(client.isOver).toBe(true)
})

test('a server that stops ends every stream and begins none, also of those that take nothing', () => {
  const clients = [listen(), listen()]
  clients[1]!.takes = false
  live.leave()
  expect(clients.map(({ isOver }) => isOver)).toEqual([true, true])
  expect(clients[1]!.destroyed).toBe(true)
  expect(() => listen()).toThrow('There is a lot to do at the moment.')
})
