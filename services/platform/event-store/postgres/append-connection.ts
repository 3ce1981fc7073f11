import { Socket } from 'node:net'
import pg from 'pg'
import { isTransient } from '../../postgres/database.ts'
import type { Logger } from '../../watch/logger.ts'
import { int8Array, textArray, uuidArray } from './binary-array.ts'
import { BatchFailed, type AppendConnection, type Verdict } from './append-queue.ts'
import type { CheckedAppend } from '../check-append.ts'
import { positionOf } from './rows.ts'
import { isRefusal, rawText } from '../../postgres/postgres-errors.ts'

/** A server that does not answer for this time is given up. The batch goes to a new connection. */
const answerWithinMs = 5_000

const statement = {
  name: 'append',
  text: 'select actual, before from event_store.append($1, $2, $3, $4, $5, $6, $7, $8)',
  rowMode: 'array' as const,
  types: rawText,
}

const parametersOf = (batch: readonly CheckedAppend[]): Buffer[] => {
  const events = batch.flatMap((append) => append.events)
  return [
    textArray(batch.map(({ stream }) => stream)),
    int8Array(batch.map(({ expected }) => expected)),
    int8Array(batch.flatMap((append, i) => append.events.map(() => i + 1))),
    int8Array(batch.flatMap(({ expected, events: own }) => own.map((_, n) => expected + 1 + n))),
    uuidArray(events.map(({ id }) => id)),
    textArray(events.map(({ type }) => type)),
    textArray(events.map(({ data }) => data)),
    textArray(events.map(({ metadata }) => metadata)),
  ]
}

/** `actual` is the text of an array with the revisions of the streams, `before` the position before the batch. */
const verdictsOf = (batch: readonly CheckedAppend[], actual: string, before: string): Verdict[] => {
  const revisions = actual.slice(1, -1).split(',').map(Number)
  let position = Number(before)
  return batch.map(({ expected, events }, i) => {
    const revision = revisions[i] as number
    if (revision !== expected) return { actual: revision, position: null }
    position += events.length
    return { actual: revision, position: positionOf(String(position)) }
  })
}

const failureOf = (error: unknown, log: Logger): BatchFailed => {
  if (!isRefusal(error)) return new BatchFailed('lost', error)
  if (isTransient(error)) return new BatchFailed('later', error)
  log.error({ err: error }, 'the database refused to append')
  return new BatchFailed('never', error)
}

/** The only connection that appends. After a loss `open` opens it again. */
export const createAppendConnection = (databaseUrl: string, log: Logger) => {
  let client: pg.Client | undefined
  let socket: Socket | undefined
  let timesOpened = 0

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return
    client = undefined
    log.warn({ err: error }, 'append connection lost')
  }

  const connection: AppendConnection & { opened(): number; close(): Promise<void> } = {
    isOpen: () => client !== undefined,
    opened: () => timesOpened,
    async open() {
      const opened = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: 2_000,
        keepAlive: true,
        stream: () => (socket = new Socket()),
        application_name: 'append',
        // Each statement of the function must see everything that was committed before it got the lock.
        options: '-c default_transaction_isolation=read\\ committed',
      })
      opened.on('error', (error) => lose(opened, error))
      opened.on('end', () => lose(opened))
      await opened.connect()
      timesOpened += 1
      client = opened
    },
    async send(batch) {
      const used = client
      if (!used) throw new BatchFailed('later', undefined)
      const timer = setTimeout(() => {
        lose(used, new Error(`the database was silent for ${answerWithinMs} ms`))
        socket?.destroy()
      }, answerWithinMs)
      try {
        const { rows } = await used.query<[string, string]>({ ...statement, values: parametersOf(batch) })
        const [actual, before] = rows[0] as [string, string]
        return verdictsOf(batch, actual, before)
      } catch (error) {
        throw failureOf(error, log)
      } finally {
        clearTimeout(timer)
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
