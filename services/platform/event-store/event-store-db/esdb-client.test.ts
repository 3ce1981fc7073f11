import { NotLeaderError, type EventStoreDBClient } from '@eventstore/db-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClients } from './esdb-client.ts'

const refused = new Error('14 UNAVAILABLE: No connection established. Last error: ECONNREFUSED')
const leader = { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': '2' }
const named = new NotLeaderError({ metadata: { getMap: () => leader } } as never)

let clients: ReturnType<typeof createClients>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  clients = createClients('esdb://127.0.0.1:1?tls=false')
})
afterEach(async () => {
  await clients.close()
  vi.useRealTimers()
})

/** Returns the number of clients that `calls` calls use, failing for these reasons in turn. */
const clientsOf = (calls: number, ...reasons: Error[]) => {
  const met = new Set<EventStoreDBClient>()
  for (let call = 0; call < calls; call += 1) {
    const client = clients.current()
    met.add(client)
    clients.giveUp(client, reasons[call % reasons.length])
  }
  return met.size
}

test('a server that refuses connections costs few clients for any number of callers', () => {
  expect(clientsOf(64, refused)).toBe(2)
  expect(clientsOf(64, refused)).toBe(1)
  const last = clients.current()
  vi.advanceTimersByTime(100)
  expect(clients.current()).not.toBe(last)
})

test('a client that failed or named the leader is not used again', () => {
  expect(clientsOf(8, new Error('13 INTERNAL'))).toBe(8)
  expect(clientsOf(8, named)).toBe(8)
})

test('a named leader that is gone is left at once', () => {
  expect(clientsOf(16, named, refused)).toBe(16)
})

test('the connection of a client is watched once, however many answers it gives', async () => {
  const changed: (() => void)[] = []
  const watchConnectivityState = (_from: number, _deadline: number, then: () => void) => changed.push(then)
  const client = { getChannel: async () => ({ watchConnectivityState }) } as unknown as EventStoreDBClient
  for (let answer = 0; answer < 3; answer += 1) clients.noteAnswer(client)
  await vi.waitFor(() => expect(changed).not.toEqual([]), { timeout: 20_000 })
  for (const lose of changed.splice(0)) lose()
  expect(clients.connections()).toBe(1)
  clients.noteAnswer(client)
  await vi.waitFor(() => expect(changed).toHaveLength(1), { timeout: 20_000 })
})

test('several hosts are a cluster', async () => {
  expect(clients.isCluster).toBe(false)
  const several = createClients('esdb://127.0.0.1:1,127.0.0.1:2?tls=false')
  expect(several.isCluster).toBe(true)
  await several.close()
})

test('when it closes, the connections of all clients are closed, also of those that were given up', async () => {
  /** gRPC's connectivity state SHUTDOWN. */
  const closed = 4
  const stateOf = async (client: EventStoreDBClient) => {
    const inner = client as unknown as {
      getChannel(): Promise<{ getConnectivityState(connect: boolean): number }>
    }
    const channel = await inner.getChannel()
    return () => channel.getConnectivityState(false)
  }
  const first = clients.current()
  const states = [await stateOf(first)]
  clients.giveUp(first, new Error('13 INTERNAL'))
  states.push(await stateOf(clients.current()))
  expect(states.map((state) => state())).not.toContain(closed)
  await clients.close()
  expect(states.map((state) => state())).toEqual([closed, closed])
})
