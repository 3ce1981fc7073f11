import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sha256 } from '../primitives/ids.ts'
import type { Logger } from '../watch/logger.ts'

/** Work that one process of a database does at a time, while the others stand by. */
export type Seat = {
  /** Resolves when the work has ended without being told to, rejects when it failed; also when it was stopped. */
  readonly ended: Promise<void>
  /** Ends the work and lets the next one in. */
  stop(): Promise<void>
}

export type SeatOptions = {
  readonly databaseUrl: string
  /** Whoever names the same waits for each other. */
  readonly name: string
  readonly log: Logger
  /** Ends soon after `signal` aborts: told to stop, or no longer alone. May be called again after that. */
  readonly work: (signal: AbortSignal) => Promise<void>
}

/**
 * How often it asks. A lock that is waited for would hold a snapshot, and with it back what PostgreSQL may clean up;
 * a question is over at once.
 */
const ASK_MS = 500
const BEAT_MS = 5_000
const ANSWER_MS = 5_000
const END_MS = 1_000

/** Programs that know other facts or build other read models do not wait for each other: the newer one goes on. */
export const seatName = (
  part: string,
  catalogue: { readonly [type: string]: { readonly version: number } },
  versions: readonly { readonly name: string; readonly version: number }[] = [],
): string => {
  const facts = Object.entries(catalogue).map(([type, { version }]) => `${type} ${version}`)
  const built = versions.map(({ name, version }) => `${name} ${version}`)
  const program = JSON.stringify([facts.toSorted(), built.toSorted()])
  return `${part} ${sha256(program).toString('hex')}`
}

const keyOf = (name: string): string => String(sha256(`seat ${name}`).readBigInt64BE())

/**
 * A session lock of PostgreSQL, so that it is free at once when its holder dies, whatever of. Where the holder's
 * connection is lost it may go on for a moment beside the next one: what it does must bear that, and waits again.
 */
export const shareSeat = ({ databaseUrl, name, log, work }: SeatOptions): Seat => {
  const stopping = new AbortController()
  const { signal } = stopping
  const seat = name.split(' ')[0]
  const ourName = `seat ${seat} ${randomUUID()}`

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: ourName,
      // The server notices a holder whose machine is gone.
      options: '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=1',
    })
    client.on('error', () => {})
    await client.connect()
    // Behind a network that drops everything an earlier one of ours may look alive, and hold the lock against us.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
      [ourName],
    )
    return client
  }

  const sitDown = async (client: pg.Client): Promise<boolean> => {
    for (let asked = 0; !signal.aborted; asked += 1) {
      const { rows } = await client.query<{ isOurs: boolean }>(
        'select pg_try_advisory_lock($1) as "isOurs"',
        [keyOf(name)],
      )
      if (rows[0]!.isOurs) return true
      if (asked === 0) log.info({ seat }, 'stands by')
      await pause(ASK_MS, undefined, { signal }).catch(() => {})
    }
    return false
  }

  /** Answers whether it was lost. */
  const sit = async (client: pg.Client): Promise<boolean> => {
    const lost = new AbortController()
    client.once('end', () => lost.abort())
    const beat = setInterval(() => {
      client.query('select 1').catch(() => lost.abort())
    }, BEAT_MS)
    log.info({ seat }, 'works')
    try {
      await work(AbortSignal.any([signal, lost.signal]))
    } finally {
      clearInterval(beat)
    }
    return lost.signal.aborted
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      let client: pg.Client | undefined
      try {
        client = await connect()
        if (!(await sitDown(client))) return await client.end()
      } catch (error) {
        log.warn({ err: error, seat }, 'cannot ask whether another one works')
        client?.end().catch(() => {})
        await pause(ASK_MS, undefined, { signal }).catch(() => {})
        continue
      }
      try {
        if (!(await sit(client))) return
        log.warn({ seat }, 'may not be alone any more')
      } finally {
        // One that fell silent would not end either.
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
