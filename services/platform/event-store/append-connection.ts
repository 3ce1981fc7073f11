import { Socket } from 'node:net'
import pg from 'pg'
import { isTransient } from '../database.ts'
import type { Logger } from '../logger.ts'
import { BatchFailed, type AppendConnection, type Verdict } from './append-queue.ts'
import type { CheckedAppend } from './check-append.ts'
import { positionOf } from './position.ts'
import { isRefusal, rawText } from './postgres-errors.ts'

/** A server that is silent for so long is given up; the batch goes to a new connection. */
const silentForMs = 5_000

const statement = {
  name: 'append',
  text: 'select actual, last_position from event_store.append($1, $2, $3, $4, $5, $6, $7, $8)',
  rowMode: 'array' as const,
  types: rawText,
}

const parametersOf = (batch: readonly CheckedAppend[]): unknown[] => {
  const appendOf: number[] = []
  const revisions: number[] = []
  const ids: string[] = []
  const types: string[] = []
  const data: string[] = []
  const metadata: string[] = []
  batch.forEach(({ expected, events }, i) =>
    events.forEach((event, n) => {
      appendOf.push(i + 1)
      revisions.push(expected + 1 + n)
      ids.push(event.id)
      types.push(event.type)
      data.push(event.data)
      metadata.push(event.metadata)
    }),
  )
  const streams = batch.map(({ stream }) => stream)
  const expected = batch.map((append) => append.expected)
  return [streams, expected, appendOf, revisions, ids, types, data, metadata]
}

const failureOf = (error: unknown): BatchFailed => {
  if (!isRefusal(error)) return new BatchFailed('lost', error)
  return new BatchFailed(isTransient(error) ? 'later' : 'never', error)
}

/** The one connection that appends. It is opened again by `open` after it was lost. */
export const createAppendConnection = (databaseUrl: string, log: Logger) => {
  let client: pg.Client | undefined
  let socket: Socket | undefined

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return
    client = undefined
    log.warn({ error }, 'append connection lost')
  }

  const connection: AppendConnection & { close(): Promise<void> } = {
    isOpen: () => client !== undefined,
    async open() {
      const opened = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: 2_000,
        keepAlive: true,
        stream: () => (socket = new Socket()),
        application_name: 'append',
        // Each statement of the function must see what was committed before it got the lock.
        options: '-c default_transaction_isolation=read\\ committed',
      })
      opened.on('error', (error) => lose(opened, error))
      opened.on('end', () => lose(opened))
      await opened.connect()
      client = opened
    },
    async send(batch) {
      const used = client
      if (!used) throw new BatchFailed('later', undefined)
      const impatient = setTimeout(() => {
        lose(used, new Error(`the database was silent for ${silentForMs} ms`))
        socket?.destroy()
      }, silentForMs)
      try {
        const { rows } = await used.query<[string, string | null]>({
          ...statement,
          values: parametersOf(batch),
        })
        return rows.map(([actual, position]): Verdict => ({
          actual: Number(actual),
          position: position === null ? null : positionOf(position),
        }))
      } catch (error) {
        throw failureOf(error)
      } finally {
        clearTimeout(impatient)
      }
    },
    async close() {
      const last = client
      client = undefined
      await last?.end().catch(() => {})
    },
  }
  return connection
}
