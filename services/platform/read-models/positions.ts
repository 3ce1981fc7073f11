import type { Knex } from 'knex'
import type { Position } from '../event-store/event-store.ts'
import type { Listener } from '../postgres/listener.ts'

/**
 * How far the read models are, told by their checkpoints' notifications. A command waits here for its own
 * position, so that the next read, by anyone, sees the write.
 */
export type Positions = {
  /**
   * True when each of these read models has reached `position`, false when `timeoutMs` passed first; at once while one
   * of them, since it stood still for a whole wait, has not moved. Throws for a name that this process did not open.
   */
  reached(position: Position, readModels: readonly string[], timeoutMs: number): Promise<boolean>
  /** How far this process knows a read model to be; null while it knows nothing. */
  at(readModel: string): Position | null
  close(): void
}

/** How long somebody waits and hears of no read model before the checkpoints are read: notifications may be lost. */
const POLL_MS = 250
/** Who waited less cannot say that a read model stands still. */
const STILL_MS = 1_000

type Waiter = {
  readonly position: Position
  readonly readModels: readonly string[]
  readonly since: number
  readonly settle: (reached: boolean) => void
}

const placesOf = (db: Knex): Promise<{ name: string; position: Position | null }[]> =>
  db('checkpoints').where({ state: 'active' }).select('model as name', 'position')

/** `names`: the read models that may be waited for; other checkpoints are nobody's business here. */
export const openPositions = (db: Knex, listener: Listener, names: readonly string[]): Positions => {
  const known = new Map<string, Position | null>(names.map((name) => [name, null]))
  /** Stood still for a whole wait: held, under construction, or without a projector. */
  const still = new Set<string>()
  const waiters = new Set<Waiter>()
  let heardAt = -Infinity
  let readAt = -Infinity
  let timesForgotten = 0
  let isReading = false
  let timer: NodeJS.Timeout | undefined

  const isAt = (name: string, position: Position): boolean => {
    const at = known.get(name)
    return at !== undefined && at !== null && at >= position
  }
  const note = (name: string, position: Position | null) => {
    if (!known.has(name) || known.get(name) === position) return
    known.set(name, position)
    still.delete(name)
  }
  const wake = () => {
    for (const { readModels, position, settle } of waiters)
      if (readModels.every((name) => isAt(name, position))) settle(true)
  }

  const read = async () => {
    readAt = performance.now()
    const before = new Map(known)
    const memory = timesForgotten
    const rows = await placesOf(db)
    if (memory !== timesForgotten) return
    // What was heard meanwhile may be newer.
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
  /** What was missed may have been a reset. */
  const forget = () => {
    timesForgotten += 1
    for (const name of names) note(name, null)
    still.clear()
    void read().catch(() => {})
  }

  const hear = (payload: string | null) => {
    heardAt = performance.now()
    if (payload === null) return forget()
    const [name, position] = payload.split(' ') as [string, string]
    note(name, position || null)
    wake()
  }
  // A process that waits for none is not woken by each of them.
  const off = names.length === 0 ? () => {} : listener.on('checkpoint', hear)

  /** One timer for all who wait, and none when nobody does. */
  const watch = (afterMs: number) => {
    timer = setTimeout(() => {
      const [oldest] = waiters
      if (!oldest) return
      const quietMs = performance.now() - Math.max(heardAt, oldest.since)
      if (quietMs >= POLL_MS) poll()
      watch(quietMs >= POLL_MS ? POLL_MS : POLL_MS - quietMs)
    }, afterMs)
  }

  const wait = (position: Position, readModels: readonly string[], timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const since = performance.now()
      const before = readModels.map((name) => known.get(name))
      const giveUp = setTimeout(() => {
        if (timeoutMs >= STILL_MS)
          for (const [i, name] of readModels.entries())
            if (!isAt(name, position) && known.get(name) === before[i]) still.add(name)
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
      if (late.some((name) => still.has(name))) {
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
