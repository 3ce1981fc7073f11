import { Worker } from 'node:worker_threads'
import type { Config } from '#platform/config/config.ts'
import type { Position, StoredEvent } from '#platform/event-store/event-store.ts'
import { textsOf } from '#platform/event-store/parsed-event.ts'
import type { Seen } from '../engine/runner/bulk.ts'

type Place = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>

/** A fact on its way to a lane. */
export type LaneRow = {
  readonly place: Place
  readonly texts: { readonly data: string; readonly metadata: string }
  /** The builds that take it: bit i for the ith. */
  readonly takers: number
}

export type ToLane = { readonly rows: readonly LaneRow[] } | { readonly ends: true }

/** The input of a lane's thread. `seen` is the lane's own. */
export type LaneTask = {
  readonly config: Config
  readonly logLevel: string
  readonly builds: readonly {
    readonly model: string
    readonly schema: string
    readonly begunAt: Position | null
    readonly seen: Seen
  }[]
}

/** Memory of the thread, whatever the length of the builds. */
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32 }
/** Pages that a lane may hold: one that is written, and one that is decoded meanwhile. */
const HELD = 2

export type Lane = {
  /** Adds a fact, and waits while the lane has too many. Throws what ended the lane. */
  add(event: StoredEvent, takers: number): Promise<void> | undefined
  /** Resolves when everything is written. */
  end(): Promise<void>
  kill(): Promise<unknown>
}

const rowOf = (event: StoredEvent, takers: number): LaneRow => {
  const { id, type, stream, revision, position } = event
  const texts = textsOf(event) ?? {
    data: JSON.stringify(event.data),
    metadata: JSON.stringify(event.metadata),
  }
  return { place: { id, type, stream, revision, position }, texts, takers }
}

/** `page`: how many facts it writes at once. */
export const openLane = (task: LaneTask, page: number): Lane => {
  const thread = new Worker(new URL('lane-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: LIMITS,
  })
  let rows: LaneRow[] = []
  let held = 0
  let wake = () => {}
  let hasEnded = false
  let failure: unknown
  thread.on('message', (message: 'ready' | 'written') => {
    if (message === 'written') held -= 1
    wake()
  })
  thread.on('error', (error) => {
    failure = error
    wake()
  })
  thread.on('exit', () => {
    hasEnded = true
    wake()
  })
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) {
      if (failure !== undefined) throw failure
      if (hasEnded) throw new Error('a lane ended before its work was done')
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = async (): Promise<void> => {
    const full = rows
    rows = []
    await until(() => held < HELD)
    held += 1
    thread.postMessage({ rows: full } satisfies ToLane, [])
  }
  return {
    add(event, takers) {
      rows.push(rowOf(event, takers))
      return rows.length < page ? undefined : send()
    },
    async end() {
      if (rows.length > 0) await send()
      await until(() => held === 0)
      thread.postMessage({ ends: true } satisfies ToLane, [])
      await until(() => hasEnded)
    },
    kill: () => thread.terminate(),
  }
}
