import type { Knex } from 'knex'
import type { Listener } from '../postgres/listener.ts'

/**
 * Whether no fact is parked in any build, which is nearly always so. Every read asks it, so the answer is kept until the database tells of
 * a change of `parked_facts` (migration 227). It tells in the transaction that parks a fact, so whoever waited for the position of that
 * fact knows.
 */
const known = new WeakMap<Knex, () => Promise<boolean>>()

/** If a notification is lost, the answer is that old at most. */
const KEPT_MS = 1_000

/** Keeps the answer for a database. Returns a function that ends it. */
export const watchParkedFacts = (db: Knex, listener: Pick<Listener, 'on'>): (() => void) => {
  let changes = 0
  let noneUntil = -Infinity
  const off = listener.on('parked_facts', () => {
    changes += 1
    noneUntil = -Infinity
  })
  known.set(db, async () => {
    const askedAt = performance.now()
    if (askedAt < noneUntil) return true
    const before = changes
    const isNone = (await db('parked_facts').first('build')) === undefined
    if (isNone && before === changes) noneUntil = askedAt + KEPT_MS
    return isNone
  })
  return () => {
    off()
    known.delete(db)
  }
}

/** False also for a transaction, and for a database that nobody watches: then ask. */
export const isNothingParked = async (db: Knex): Promise<boolean> => (await known.get(db)?.()) ?? false
