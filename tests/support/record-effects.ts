import type { EffectLedger, NewEffect, Recorded } from '#platform/effects/effect-ledger.ts'
import type { Knex } from '#platform/postgres/database.ts'

/** Stores effects without a reactor, and returns those that were not stored yet. */
export const recordEffects = async (
  db: Knex,
  ledger: EffectLedger,
  effects: readonly NewEffect[],
  now: Date,
): Promise<readonly Recorded[]> => {
  const { sql, bindings } = ledger.recording(effects, now)
  return (await db.raw<{ rows: Recorded[] }>(sql, bindings)).rows
}
