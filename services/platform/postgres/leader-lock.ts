import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sha256 } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'

/** Work that only the leader among the processes of a database does. The others stand by. */
export type LeaderLock = {
  /** Resolves when the work has ended or was stopped. Rejects when the work failed. */
  readonly ended: Promise<void>
  /** Ends the work and releases the lock. */
  stop(): Promise<void>
}

export type LeaderOptions = {
  readonly databaseUrl: string
  /** The name of the lock; see `lockName`. */
  readonly name: string
  readonly log: Logger
  /** Must end soon after `signal` aborts: on `stop`, or when the lock was lost. It may be called again after a loss. */
  readonly work: (signal: AbortSignal) => Promise<void>
  /** How often the connection is asked whether it lives, and how long for an answer. */
  readonly patienceMs?: number
}

/** The interval between two attempts. A blocking wait would hold a snapshot, and with it PostgreSQL's clean-up. */
const TRY_MS = 500
const PATIENCE_MS = 5_000
const END_MS = 1_000

/**
 * The lock name of one part of the program. It contains a hash of the event and read model versions, so a newer program does
 * not wait for an older one.
 */
export const lockName = (
  part: string,
  catalogue: { readonly [type: string]: { readonly version: number } },
  versions: readonly { readonly name: string; readonly version: number }[] = [],
): string => {
  const facts = Object.entries(catalogue).map(([type, { version }]) => `${type} ${version}`)
  const built = versions.map(({ name, version }) => `${name} ${version}`)
  const program = JSON.stringify([facts.toSorted(), built.toSorted()])
  return `${part} ${sha256(program).toString('hex')}`
}

/** The prefix stays: programs of every version must compute the same key. */
const keyOf = (name: string): string => String(sha256(`seat ${name}`).readBigInt64BE())

/**
 * Runs `work` while this process holds a session-level advisory lock of PostgreSQL. The lock is free as soon as its holder dies.
 * After a lost connection the old leader may overlap with the new one for a moment, so `work` must tolerate that.
 */
export const runAsLeader = ({
  databaseUrl,
  name,
  log,
  work,
  patienceMs = PATIENCE_MS,
}: LeaderOptions): LeaderLock => {
  const stopping = new AbortController()
  const { signal } = stopping
  const part = name.split(' ')[0]
  const ourName = `leader ${part} ${randomUUID()}`

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
      application_name: ourName,
      // The server notices when the holder's machine is gone.
      options: '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=1',
    })
    client.on('error', () => {})
    await client.connect()
    // After a network failure the server may still consider our earlier connection alive, and it would hold the lock.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
      [ourName],
    )
    return client
  }

  /** Returns false if it was stopped first. */
  const acquire = async (client: pg.Client): Promise<boolean> => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const { rows } = await client.query<{ isOurs: boolean }>(
        'select pg_try_advisory_lock($1) as "isOurs"',
        [keyOf(name)],
      )
      if (rows[0]!.isOurs) return true
      if (attempt === 0) log.info({ leader: part }, 'stands by')
      await pause(TRY_MS, undefined, { signal }).catch(() => {})
    }
    return false
  }

  /** Returns whether the lock was lost. */
  const lead = async (client: pg.Client): Promise<boolean> => {
    const lost = new AbortController()
    client.once('end', () => lost.abort())
    const heartbeat = setInterval(() => {
      client.query('select 1').catch(() => lost.abort())
    }, patienceMs)
    log.info({ leader: part }, 'works')
    try {
      await work(AbortSignal.any([signal, lost.signal]))
    } finally {
      clearInterval(heartbeat)
    }
    return lost.signal.aborted
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let client: pg.Client | undefined
      try {
        client = await connect()
        if (!(await acquire(client))) return await client.end()
      } catch (error) {
        log.warn({ err: error, leader: part }, 'cannot try the leader lock')
        client?.end().catch(() => {})
        await pause(TRY_MS, undefined, { signal }).catch(() => {})
        continue
      }
      try {
        if (!(await lead(client))) return
        log.warn({ leader: part }, 'lost the leader lock')
      } finally {
        // A silent connection would not end either.
        await Promise.race([client.end().catch(() => {}), pause(END_MS, undefined, { ref: false })])
      }
    }
  }

  const ended = run()
  ended.catch(() => {})
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => {})
    },
  }
}
