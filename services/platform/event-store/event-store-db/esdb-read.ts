import { setTimeout as pause } from 'node:timers/promises'
import {
  AccessDeniedError,
  END,
  START,
  StreamNotFoundError,
  type AllStreamRecordedEvent,
  type EventStoreDBClient,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import type { Clients } from './esdb-client.ts'
import { Behind, isNowhere, reasonOf, Silent } from './esdb-errors.ts'
import { isOurs, logPositionOf, toEvent, type LogPosition } from './esdb-events.ts'
import { AccessRefused, Unavailable, type Page, type Position, type StoredEvent } from '../event-store.ts'

/** Shorter than an election, so that no read waits for a deposed leader. */
const answerWithinMs = 2_500
/** Long enough for an ordinary election. A single server may stay unavailable. */
const patienceMs = { cluster: 3_000, single: 150 }
const retryAfterMs = { first: 50, longest: 500 }

type Resolved<Recorded> = { readonly event?: Recorded }

/** Collects all events of a read. Throws Silent if nothing arrives for 2.5 s. */
const collect = <Recorded>(read: StreamingRead<Resolved<Recorded>>): Promise<Recorded[]> =>
  new Promise((resolve, reject) => {
    const events: Recorded[] = []
    const silence = setTimeout(() => {
      reject(new Silent(`the event store was silent for ${answerWithinMs} ms`))
      read.cancel().catch(() => {})
    }, answerWithinMs)
    read.on('data', ({ event }: Resolved<Recorded>) => {
      if (event) events.push(event)
      silence.refresh()
    })
    read.on('error', (error) => {
      clearTimeout(silence)
      reject(error)
    })
    read.on('end', () => {
      clearTimeout(silence)
      resolve(events)
    })
  })

/** `readAll` includes the event at the position, so reads request one more and drop it. */
const isAfter = (from: LogPosition | typeof START | typeof END, { position }: AllStreamRecordedEvent) =>
  typeof from === 'string' || position.commit > from.commit

/**
 * A page of the server. It reads another page after a full one, unless the log ends there, and while it does so, its answer waits for a
 * thread. Two reads from the end, which always take another page, kept a server on two cores from answering anybody for three seconds.
 */
const FEW = 32

const isMissing = (error: unknown): boolean => error instanceof StreamNotFoundError

export const createReader = (clients: Clients) => {
  const readOnce = async <Recorded>(
    client: EventStoreDBClient,
    start: (client: EventStoreDBClient) => StreamingRead<Resolved<Recorded>>,
    isNothing: (error: unknown) => boolean,
  ): Promise<Recorded[]> => {
    const events = await collect(start(client)).catch((error: unknown) => {
      if (isNothing(error)) return []
      throw error
    })
    // A frozen leader answers before it learns that another one was elected.
    if (!clients.isCurrent(client)) throw new Behind('the answer came after the client was given up')
    clients.noteAnswer(client)
    return events
  }

  /** Retries a read on other clients. Throws Unavailable or AccessRefused. */
  const attempt = async <Recorded>(
    start: (client: EventStoreDBClient) => StreamingRead<Resolved<Recorded>>,
    isNothing = isMissing,
  ): Promise<Recorded[]> => {
    const until = performance.now() + patienceMs[clients.isCluster ? 'cluster' : 'single']
    for (let waitMs = retryAfterMs.first; ; waitMs = Math.min(waitMs * 2, retryAfterMs.longest)) {
      const client = clients.current()
      try {
        return await readOnce(client, start, isNothing)
      } catch (cause) {
        if (cause instanceof AccessDeniedError)
          throw new AccessRefused('EVENTSTORE_URL: the event store refuses these credentials', { cause })
        clients.giveUp(client, cause)
        if (performance.now() + waitMs > until)
          throw new Unavailable(`the event store cannot be read: ${reasonOf(cause)}`, { cause })
        await pause(waitMs)
      }
    }
  }

  const readStream = async (stream: string, from: number, max: number): Promise<readonly StoredEvent[]> => {
    if (max < 1) return []
    const options = { fromRevision: BigInt(from), maxCount: max, requiresLeader: true }
    return (await attempt<RecordedEvent>((client) => client.readStream(stream, options))).map(toEvent)
  }

  /** Returns the head if `known` is still there and few events follow it. */
  const headSince = async (known: Position): Promise<Position | undefined> => {
    const fromPosition = logPositionOf(known)
    const options = { fromPosition, maxCount: FEW, requiresLeader: true }
    const read = await attempt<AllStreamRecordedEvent>((client) => client.readAll(options), isNowhere)
    const isThere = read[0]?.position.commit === fromPosition.commit
    const last = read.findLast(isOurs)
    return isThere && last && read.length < FEW ? toEvent(last).position : undefined
  }

  const headFromEnd = async (): Promise<Position | null> => {
    let fromPosition: LogPosition | typeof END = END
    for (let maxCount = FEW; ; maxCount = 512) {
      const options = { direction: 'backwards', fromPosition, maxCount, requiresLeader: true } as const
      const read: AllStreamRecordedEvent[] = await attempt((client) => client.readAll(options))
      const last = read.find(isOurs)
      if (last) return toEvent(last).position
      if (read.length < maxCount) return null
      fromPosition = read.at(-1)!.position
    }
  }

  const head = async (known: Position | null = null): Promise<Position | null> =>
    (known === null ? undefined : await headSince(known)) ?? (await headFromEnd())

  return {
    readStream,
    /** Returns the stream's last revision; -1 for none. */
    async lastRevision(stream: string): Promise<number> {
      const options = {
        direction: 'backwards',
        fromRevision: END,
        maxCount: 1,
        requiresLeader: true,
      } as const
      const [last] = await attempt<RecordedEvent>((client) => client.readStream(stream, options))
      return last ? Number(last.revision) : -1
    },
    /** It skips the server's own events, so a page may need several reads. */
    async readAll(after: Position | null, max: number): Promise<Page> {
      const events: StoredEvent[] = []
      let from: LogPosition | typeof START = after === null ? START : logPositionOf(after)
      let isEnd = false
      while (!isEnd && events.length <= max) {
        const fromPosition: LogPosition | typeof START = from
        const maxCount = max + 2
        const options = { fromPosition, maxCount, requiresLeader: true }
        const read = await attempt<AllStreamRecordedEvent>((client) => client.readAll(options))
        const found = read.filter((record) => isAfter(fromPosition, record))
        events.push(...found.filter(isOurs).map(toEvent))
        from = found.at(-1)?.position ?? from
        isEnd = read.length < maxCount || found.length === 0
      }
      const page = events.slice(0, max)
      return { events: page, next: page.at(-1)?.position ?? after, atHead: events.length <= max }
    },
    async factAt(position: Position): Promise<StoredEvent | null> {
      const fromPosition = logPositionOf(position)
      const options = { fromPosition, maxCount: 1, requiresLeader: true }
      const read = await attempt<AllStreamRecordedEvent>((client) => client.readAll(options), isNowhere)
      // A server that cannot read at all may report the same error for every position. Then `head` throws.
      if (read.length === 0) await head()
      const found = read.find((record) => record.position.commit === fromPosition.commit)
      return found && isOurs(found) ? toEvent(found) : null
    },
    /** `known`: a position that was the head some time ago. */
    head,
  }
}

export type Reader = ReturnType<typeof createReader>
