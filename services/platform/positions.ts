import type { Knex } from 'knex'
import type { Position } from './event-store/event-store.ts'
import type { Listener } from './listener.ts'

/**
 * How far the read models are, told by their checkpoints' notifications. A command waits here for its own
 * position, so that the next read, by anyone, sees the write.
 */
export type Positions = {
  /** True when every read model has reached `position`, false when `timeoutMs` passed first. */
  reached(position: Position, timeoutMs: number): Promise<boolean>
  close(): void
}

/** When a notification was lost, for instance with its connection. */
const POLL_MS = 250

type Waiter = { readonly position: Position; readonly resolve: (reached: boolean) => void }

/** `readModels`: the names of the checkpoints that have to get there; others are nobody's business here. */
export const openPositions = (db: Knex, listener: Listener, readModels: readonly string[]): Positions => {
  const known = new Map<string, Position | null>(readModels.map((name) => [name, null]))
  const waiters = new Set<Waiter>()

  const everyoneAt = (position: Position): boolean =>
    [...known.values()].every((at) => at !== null && at >= position)
  const wake = () => {
    for (const waiter of waiters) if (everyoneAt(waiter.position)) waiter.resolve(true)
  }
  const read = async () => {
    const rows = await db('checkpoints').where({ state: 'active' }).select('model as name', 'position')
    for (const { name, position } of rows) if (known.has(name)) known.set(name, position)
    wake()
  }
  const readQuietly = () => void read().catch(() => {})
  const off = listener.on('checkpoint', (payload) => {
    if (payload === null) {
      // What was missed may have been a reset.
      for (const name of readModels) known.set(name, null)
      return readQuietly()
    }
    const [name, position] = payload.split(' ') as [string, string]
    if (!known.has(name)) return
    known.set(name, position || null)
    wake()
  })

  return {
    async reached(position, timeoutMs) {
      if (everyoneAt(position)) return true
      return new Promise<boolean>((resolve) => {
        const settle = (reached: boolean) => {
          clearInterval(poll)
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(reached)
        }
        const waiter: Waiter = { position, resolve: settle }
        const poll = setInterval(readQuietly, POLL_MS)
        const timer = setTimeout(() => settle(false), timeoutMs)
        waiters.add(waiter)
      })
    },
    close: () => {
      off()
      for (const waiter of waiters) waiter.resolve(false)
    },
  }
}
