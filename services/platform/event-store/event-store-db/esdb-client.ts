import { EventStoreDBClient, NotLeaderError, type Credentials } from '@eventstore/db-client'
import { readAddress } from './esdb-address.ts'
import { outcomeOf } from './esdb-errors.ts'

/** How long after a client was given up its connection is closed; every call on it has ended by then. */
const closeAfterMs = 30_000

/**
 * While servers refuse connections, each host gets one client in so many ms, however many callers wait: less than
 * a read waits before its second try, so that none misses a server that is back.
 */
const roundMs = 40

/** The keep-alive of the first client; less than that the client library warns about. */
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

/** The transport's number for a channel that can be used. */
const ready = 2

/** Without the leader's address the client would throw where nobody can catch it, and end the process. */
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

/** A client with a connection of its own to one host. It learns the credentials call by call: it would show its url. */
const openClient = (host: string, options: string, credentials: Credentials): EventStoreDBClient => {
  // Clients with equal settings share one connection, and a new one would get the dead one of its predecessor.
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
  // It would close the connection under calls that are about to start, which then never settle.
  inner.handleError = async () => {}
  return client
}

const closeChannel = async (client: EventStoreDBClient): Promise<void> => {
  try {
    const channel = await (client as unknown as Inner).getChannel()
    channel.close()
  } catch {
    // It never found a server.
  }
}

/**
 * Calls `then` when the connection of a client that works is lost, or when the server lets it end. A server that
 * stops takes no new connections and waits for the subscriptions, a leader 5 s without giving up its office.
 */
export const whenLeft = async (client: EventStoreDBClient, then: () => void): Promise<void> => {
  const channel = await (client as unknown as Inner).getChannel()
  channel.watchConnectivityState(ready, Infinity, then)
}

/** Ends what runs on a client, and its connection. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose()
  await closeChannel(client)
}

export type Clients = ReturnType<typeof createClients>

/**
 * Hands out one client until it is given up, then another: to the leader that a refusal named, else to the next
 * host. Finding the leader is left to calls that require it, since what gossip says may be stale.
 */
export const createClients = (url: string) => {
  const { hosts, options, credentials } = readAddress(url)
  /** Whose connection is watched until it is lost. */
  const watched = new WeakSet<EventStoreDBClient>()
  let connections = 0
  const retired = new Map<EventStoreDBClient, NodeJS.Timeout>()
  let leader: string | undefined
  let redirects = 0
  let turn = 0
  let turnedAt = -Infinity
  let postponed = () => {}
  const open = () => openClient(leader ?? hosts[turn % hosts.length]!, options, credentials)
  // Opened at once, though not connected, so that a wrong option or a missing certificate stops the process.
  let client: EventStoreDBClient | undefined = open()

  /** For the next host after a refusal. Whoever names the leader, or was named, is left at once. */
  const isTooSoon = (reason: unknown): boolean =>
    leader === undefined &&
    !(reason instanceof NotLeaderError) &&
    outcomeOf(reason) === 'later' &&
    performance.now() - turnedAt < roundMs / hosts.length

  /** Others may still be waiting for answers on it, so its connection stays open for a while. */
  const giveUp = (failed: EventStoreDBClient, reason: unknown) => {
    if (client !== failed) return
    if (isTooSoon(reason)) {
      postponed = () => giveUp(failed, reason)
      return
    }
    client = undefined
    connections += 1
    redirects = reason instanceof NotLeaderError ? redirects + 1 : 0
    // Nodes may take each other for the leader: each third one that is named is passed over for the next host.
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

  /** Of a client that has just answered: a transport connects again by itself, and says nothing of it. */
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
    isCurrent: (asked: EventStoreDBClient): boolean => asked === client,
    /** One that nobody else uses; end it with `closeClient`. */
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
