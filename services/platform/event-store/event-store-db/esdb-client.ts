import { EventStoreDBClient, NotLeaderError, type Credentials } from '@eventstore/db-client'
import { readAddress } from './esdb-address.ts'
import { outcomeOf } from './esdb-errors.ts'

/** The connection of a client is closed this long after it was given up. Every call on it has ended by then. */
const closeAfterMs = 30_000

/**
 * While servers refuse connections, each host gets one client per interval, independent of the number of callers. A read waits longer
 * before its second attempt, so that it does not miss a server that is back.
 */
const roundMs = 40

/** The keep-alive of the first client. The client library warns about lower values. */
const keepAliveMs = 10_000

type Status = {
  details: string
  readonly metadata: { get(key: string): unknown[]; remove(key: string): void }
}
type Listener = { readonly onReceiveStatus: (status: Status) => void }
type Call = { start(metadata: unknown, listener: Listener): void }
type CallOptions = { interceptors?: unknown[] }

/** Parts of the client that its types hide. */
type Inner = {
  callArguments(options: object, callOptions?: CallOptions): [unknown, CallOptions]
  handleError(): Promise<void>
  getChannel(): Promise<Channel>
}
type Channel = {
  close(): void
  watchConnectivityState(from: number, deadline: number, changed: () => void): void
}

/** gRPC's connectivity state READY. */
const ready = 2

/** Without the leader's address the client would throw an uncaught exception. */
const withoutAddress = (status: Status): Status => {
  if (status.metadata.get('exception')[0] !== 'not-leader') return status
  if (status.metadata.get('leader-endpoint-host').length > 0) return status
  status.metadata.remove('exception')
  return { ...status, details: 'Not the leader, and no leader info available' }
}

const checkLeader = (options: unknown, next: (options: unknown) => Call): Call => {
  const call = next(options)
  const start = call.start.bind(call)
  call.start = (metadata, listener) =>
    start(metadata, {
      ...listener,
      onReceiveStatus: (status) => listener.onReceiveStatus(withoutAddress(status)),
    })
  return call
}

let opened = 0

/** Opens a client with its own connection to one host. Credentials are passed with each call, because errors show the client's URL. */
const openClient = (host: string, options: string, credentials: Credentials): EventStoreDBClient => {
  // Clients with equal settings share a connection. A unique keep-alive prevents that a new client gets a dead one.
  opened = (opened + 1) % 1_000
  const given = options === '' ? '' : `${options}&`
  const client = EventStoreDBClient.connectionString(
    `esdb://${host}?${given}keepAliveInterval=${keepAliveMs + opened}&throwOnAppendFailure=true`,
  )
  const inner = client as unknown as Inner
  const { callArguments } = inner
  inner.callArguments = (callsOptions, callOptions) => {
    const [metadata, call] = callArguments({ credentials, ...callsOptions }, callOptions)
    return [metadata, { ...call, interceptors: [checkLeader] }]
  }
  // The original closes the connection under calls that are about to start, which then never settle.
  inner.handleError = async () => {}
  return client
}

const closeChannel = async (client: EventStoreDBClient): Promise<void> => {
  try {
    const channel = await (client as unknown as Inner).getChannel()
    channel.close()
  } catch {
    // It was never connected.
  }
}

/**
 * Calls `then` when the connection is lost or the server closes it. A server that shuts down waits for its subscriptions; a leader
 * keeps its role for 5 s.
 */
export const whenLeft = async (client: EventStoreDBClient, then: () => void): Promise<void> => {
  const channel = await (client as unknown as Inner).getChannel()
  channel.watchConnectivityState(ready, Infinity, then)
}

/** Ends all calls of a client and closes its connection. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose()
  await closeChannel(client)
}

export type Clients = ReturnType<typeof createClients>

/**
 * Provides one client until it is given up, then another: for the leader that an error named, or else for the next host. Calls that
 * require the leader find it by these errors, because gossip may be stale.
 */
export const createClients = (url: string) => {
  const { hosts, options, credentials } = readAddress(url)
  /** Clients whose connection is watched for its loss. */
  const watched = new WeakSet<EventStoreDBClient>()
  let connections = 0
  const retired = new Map<EventStoreDBClient, NodeJS.Timeout>()
  let leader: string | undefined
  let redirects = 0
  let turn = 0
  let turnedAt = -Infinity
  let postponed = () => {}
  const open = () => openClient(leader ?? hosts[turn % hosts.length]!, options, credentials)
  // Opened (not connected) at once, so that a wrong option or a missing certificate stops the process.
  let client: EventStoreDBClient | undefined = open()

  /** Limits how often refused connections switch the host. A node that named the leader, or was named, is left at once. */
  const isTooSoon = (reason: unknown): boolean =>
    leader === undefined &&
    !(reason instanceof NotLeaderError) &&
    outcomeOf(reason) === 'later' &&
    performance.now() - turnedAt < roundMs / hosts.length

  /** Its connection stays open for a while, because other calls may still wait on it. */
  const giveUp = (failed: EventStoreDBClient, reason: unknown) => {
    if (client !== failed) return
    if (isTooSoon(reason)) {
      postponed = () => giveUp(failed, reason)
      return
    }
    client = undefined
    connections += 1
    redirects = reason instanceof NotLeaderError ? redirects + 1 : 0
    // Two nodes may take each other for the leader, so every third redirect is ignored.
    const isNamed = reason instanceof NotLeaderError && redirects % 3 > 0
    leader = isNamed ? `${reason.leader.address}:${reason.leader.port}` : undefined
    if (leader === undefined) {
      turn += 1
      turnedAt = performance.now()
    }
    const timer = setTimeout(() => {
      retired.delete(failed)
      void closeChannel(failed)
    }, closeAfterMs)
    retired.set(failed, timer.unref())
  }

  /** Watches the connection of a client that has answered. The transport reconnects on its own without notice. */
  const noteAnswer = (answering: EventStoreDBClient) => {
    if (watched.has(answering)) return
    watched.add(answering)
    const lost = () => {
      watched.delete(answering)
      connections += 1
    }
    whenLeft(answering, lost).catch(lost)
  }

  return {
    credentials,
    noteAnswer,
    connections: () => connections,
    isCluster: hosts.length > 1,
    current(): EventStoreDBClient {
      postponed()
      return (client ??= open())
    },
    isCurrent: (other: EventStoreDBClient): boolean => other === client,
    /** Opens a client for one caller, which ends it with `closeClient`. */
    open,
    giveUp,
    async close() {
      for (const timer of retired.values()) clearTimeout(timer)
      const all = [...retired.keys(), ...(client ? [client] : [])]
      client = undefined
      await Promise.all(all.map(closeClient))
    },
  }
}
