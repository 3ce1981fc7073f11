import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from '../postgres/database.ts'
import type { ReadableByAll } from '../facts/event-codec.ts'
import type { Catalogue } from '../facts/facts.ts'
import { cached, FRESH_MS } from './probes.ts'

/** The processes that run on these stores, and the events that each of them can read. */
export type RunningPrograms = {
  /** From a cache while that is fresh. Throws the error of an unavailable database only before the first answer. */
  readableByAll(): Promise<ReadableByAll>
  /**
   * Announces what this process can read, again and again, until the returned function is called. Never throws, and waits for a
   * database that is away.
   */
  announce(name: string): () => Promise<void>
}

type Reads = { readonly [type: string]: number }

const HEARTBEAT_MS = 5_000
const RETRY_MS = 500

/** A process is dead after 30 s without a heartbeat. One that announces nothing has a connection called `listener`. */
const RUNNING = `
  SELECT reads FROM running_programs
  WHERE CASE name
    WHEN 'before' THEN EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'listener'
    )
    ELSE seen_at > now() - interval '30 seconds'
  END`

export const createRunningPrograms = (db: Knex, catalogue: Catalogue): RunningPrograms => {
  const reads: Reads = Object.fromEntries(
    Object.entries(catalogue).map(([type, { version }]) => [type, version]),
  )
  let last: ReadableByAll | undefined

  const ask = async (): Promise<ReadableByAll> => {
    const { rows } = await db.raw<{ rows: { reads: Reads }[] }>(RUNNING)
    last = (type, version) => rows.every((running) => (running.reads[type] ?? 0) >= version)
    return last
  }
  const answer = cached(
    () => ask().catch((error: unknown) => last ?? (error as Error)),
    (found) => (found instanceof Error ? 0 : FRESH_MS),
  )

  /** Returns how long to wait for the next one. */
  const beat = async (id: string, name: string): Promise<number> => {
    try {
      await db.raw(
        `INSERT INTO running_programs (id, name, reads) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
        [id, name, JSON.stringify(reads)],
      )
      await db.raw(
        `DELETE FROM running_programs WHERE name <> 'before' AND seen_at < now() - interval '1 hour'`,
      )
      return HEARTBEAT_MS
    } catch {
      return RETRY_MS
    }
  }

  return {
    async readableByAll() {
      const found = await answer()
      if (found instanceof Error) throw found
      return found
    },
    announce(name) {
      const id = randomUUID()
      const stopping = new AbortController()
      const { signal } = stopping
      const beating = (async () => {
        while (!signal.aborted) {
          const ms = await beat(id, name)
          await pause(ms, undefined, { signal, ref: false }).catch(() => {})
        }
      })()
      return async () => {
        stopping.abort()
        await beating
        await db('running_programs')
          .where({ id })
          .delete()
          .catch(() => {})
      }
    },
  }
}
