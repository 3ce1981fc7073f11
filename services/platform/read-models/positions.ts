import type { Knex } from 'knex'
import type { Position } from '../event-store/event-store.ts'
import type { Listener } from '../postgres/listener.ts'

/**
 * Tracks the positions of the read models by the notifications of their checkpoints. A command waits here for its own position,
 * so that the next read sees the write.
 */
export type Positions = {
  /**
   * Resolves to true once all these read models have reached `position`, to false after `timeoutMs`. If one of them made no
   * progress during a full wait, later calls resolve to false at once until it moves. Throws for an unknown name.
   */
  reached(position: Position, readModels: readonly string[], timeoutMs: number): Promise<boolean>
  /** Returns the last known position of a read model; null if none is known. */
  at(readModel: string): Position | null
  close(): void
}

/** The checkpoints are read if no notification came for this time while a caller waits, because notifications may be lost. */
const POLL_MS = 250
/** A shorter wait does not prove that a read model is stalled. */
const STALLED_MS = 1_000

type Waiter = {
  readonly position: Position
  readonly readModels: readonly string[]
  readonly since: number
  readonly settle: (reached: boolean) => void
}

const readCheckpoints = (db: Knex): Promise<{ name: string; position: Position | null }[]> =>
  db('checkpoints').where({ state: 'active' }).select('model as name', 'position')

/** `names`: the read models that callers may wait for. */
export const openPositions = (db: Knex, listener: Listener, names: readonly string[]): Positions => {
  const known = new Map<string, Position | null>(names.map((name) => [name, null]))
  /** Read models without progress during a full wait: held, under construction, or without a projector. */
  const stalled = new Set<string>()
  const waiters = new Set<Waiter>()
  let notifiedAt = -Infinity
  let readAt = -Infinity
  let resets = 0
  let isReading = false
  let timer: NodeJS.Timeout | undefined

  const isAt = (name: string, position: Position): boolean => {
    const at = known.get(name)
    return at !== undefined && at !== null && at >= position
  }
  const note = (name: string, position: Position | null) => {
    if (!known.has(name) || known.get(name) === position) return
    known.set(name, position)
    stalled.delete(name)
  }
  const wake = () => {
    for (const { readModels, position, settle } of waiters)
      if (readModels.every((name) => isAt(name, position))) settle(true)
  }

  const read = async () => {
    readAt = performance.now()
    const before = new Map(known)
    const resetsBefore = resets
    const rows = await readCheckpoints(db)
    if (resetsBefore !== resets) return
    // A notification in the meantime may be newer.
    for (const { name, position } of rows) if (known.get(name) === before.get(name)) note(name, position)
    wake()
  }
  const poll = () => {
    if (isReading) return
    isReading = true
    void read()
      .catch(() => {})
      .finally(() => (isReading = false))
  }
  /** Missed notifications may include a reset to an earlier position. */
  const reset = () => {
    resets += 1
    for (const name of names) note(name, null)
    stalled.clear()
    void read().catch(() => {})
  }

  const onNotified = (payload: string | null) => {
    notifiedAt = performance.now()
    if (payload === null) return reset()
    const [name, position] = payload.split(' ') as [string, string]
    note(name, position || null)
    wake()
  }
  // A process without read models need not be woken by every checkpoint.
  const off = names.length === 0 ? () => {} : listener.on('checkpoint', onNotified)

  /** One timer for all waiters, and none without waiters. */
  const watch = (afterMs: number) => {
    timer = setTimeout(() => {
      const [oldest] = waiters
      if (!oldest) return
      const quietMs = performance.now() - Math.max(notifiedAt, oldest.since)
      if (quietMs >= POLL_MS) poll()
      watch(quietMs >= POLL_MS ? POLL_MS : POLL_MS - quietMs)
    }, afterMs)
  }

  const wait = (position: Position, readModels: readonly string[], timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const since = performance.now()
      const before = readModels.map((name) => known.get(name))
      const giveUp = setTimeout(() => {
        if (timeoutMs >= STALLED_MS)
          for (const [i, name] of readModels.entries())
            if (!isAt(name, position) && known.get(name) === before[i]) stalled.add(name)
        settle(false)
      }, timeoutMs)
      const settle = (isReached: boolean) => {
        clearTimeout(giveUp)
        waiters.delete(waiter)
        if (waiters.size === 0) clearTimeout(timer)
        resolve(isReached)
      }
      const waiter: Waiter = { position, readModels, since, settle }
      if (waiters.size === 0) watch(POLL_MS)
      waiters.add(waiter)
    })

  return {
    at: (name) => known.get(name) ?? null,
    async reached(position, readModels, timeoutMs) {
      const unknown = readModels.find((name) => !known.has(name))
      if (unknown !== undefined) throw new Error(`this process does not know how far ${unknown} is`)
      const late = readModels.filter((name) => !isAt(name, position))
      if (late.length === 0) return true
      if (late.some((name) => stalled.has(name))) {
        if (performance.now() - readAt >= POLL_MS) poll()
        return false
      }
      return timeoutMs > 0 && wait(position, readModels, timeoutMs)
    },
    close: () => {
      off()
      for (const { settle } of waiters) settle(false)
    },
  }
}
