import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Logger } from '../watch/logger.ts'

/** `payload` is null whenever the channel was opened or reopened, because notifications may have been missed. */
export type Notified = (payload: string | null) => void

export type Listener = {
  /** Calls `fn` for each notification on `channel` until the returned function is called. */
  on(channel: string, fn: Notified): () => void
  /** Events inside this process, without the database. */
  readonly local: EventEmitter
  close(): Promise<void>
}

const retryAfterMs = { first: 50, longest: 2_000 }
/** Programs of before `running_programs` call this connection `listener`. */
const CONNECTION_NAME = 'listener of an announced program'
/** How often a connection is asked whether it lives, and how long for an answer. */
const PATIENCE_MS = 5_000

/** Returns a listener for another part of the process. Its channels start with `null` even if they are already open. `close` is a no-op. */
export const sharedListener = ({ on, local }: Pick<Listener, 'on' | 'local'>): Listener => ({
  local,
  on(channel, fn) {
    let isOn = true
    const off = on(channel, (payload) => isOn && fn(payload))
    queueMicrotask(() => isOn && fn(null))
    return () => {
      isOn = false
      off()
    }
  },
  close: async () => {},
})

/** Opens one LISTEN connection for the process. It connects in the background and reconnects after a loss. Never throws. */
export const openListener = (databaseUrl: string, log: Logger, patienceMs = PATIENCE_MS): Listener => {
  const channels = new Map<string, Set<Notified>>()
  let client: pg.Client | undefined
  let isConnected = false
  let opened = new Set<string>()
  let opening: Promise<void> = Promise.resolve()
  let retryMs = retryAfterMs.first
  let retryTimer: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (channel: string, payload: string | null) => {
    for (const fn of channels.get(channel) ?? []) {
      try {
        fn(payload)
      } catch (error) {
        log.error({ err: error, channel }, 'a listener threw')
      }
    }
  }

  const openChannels = async (current: pg.Client) => {
    for (const channel of channels.keys()) {
      if (client !== current || opened.has(channel)) continue
      await current.query(`listen ${pg.escapeIdentifier(channel)}`)
      opened.add(channel)
      tell(channel, null)
    }
  }

  // One LISTEN at a time. An error closes the connection, and the next one opens every channel again.
  const openSoon = (current: pg.Client) => {
    opening = opening.then(() => openChannels(current)).catch((error: Error) => lose(current, error))
  }

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return
    client = undefined
    isConnected = false
    opened = new Set()
    lost.end().catch(() => {})
    if (isClosed) return
    log.warn({ err: error, retryMs }, 'notification connection lost')
    retryTimer = setTimeout(connect, retryMs)
    retryMs = Math.min(retryMs * 2, retryAfterMs.longest)
  }

  const connect = () => {
    const current = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: CONNECTION_NAME,
    })
    client = current
    current.on('error', (error) => lose(current, error))
    current.on('end', () => lose(current))
    current.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    current.connect().then(
      () => {
        isConnected = client === current
        retryMs = retryAfterMs.first
        openSoon(current)
      },
      (error: Error) => lose(current, error),
    )
  }

  const heartbeat = setInterval(() => {
    const current = client
    if (current && isConnected) current.query('select 1').catch((error: Error) => lose(current, error))
  }, patienceMs)
  heartbeat.unref()

  connect()
  return {
    local: new EventEmitter(),
    on(channel, fn) {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(fn))
      if (client && isConnected && !opened.has(channel)) openSoon(client)
      return () => listeners.delete(fn)
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      clearInterval(heartbeat)
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
}
