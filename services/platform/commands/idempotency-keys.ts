import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Fingerprints } from './fingerprints.ts'

/**
 * Binds an Idempotency-Key to what it came with where its command had no effect: otherwise its facts do. For a day,
 * by a fingerprint whose key dies like those in facts.
 */
export type IdempotencyKeys = {
  bind(use: Use): Promise<void>
  /**
   * Throws `idempotency.other-body` when the key came with another body, which had no effect. `bound`: what `boundColumn` has
   * told of it already.
   */
  refuseOther(use: Use, bound?: Bound): Promise<void>
}

/** What a key is bound to, beside a row that is read anyway, by an expression that is its command's id. */
export const boundColumn = (commandId: string): string =>
  `(SELECT fingerprint FROM idempotency_keys WHERE command_id = ${commandId}) AS bound_to`

/** null: to nothing */
export type Bound = { readonly bound_to: string | null }

/** `commandId`: what caller, operation and key make; `content`: what the request says. */
export type Use = { readonly commandId: string; readonly content: string }

const DAY_MS = 24 * 3_600_000

export const createIdempotencyKeys = (
  db: Knex,
  fingerprints: Fingerprints,
  clock: Clock,
): IdempotencyKeys => ({
  async bind({ commandId, content }) {
    await db('idempotency_keys')
      .insert({ command_id: commandId, fingerprint: await fingerprints.of(content), used_at: clock.now() })
      .onConflict('command_id')
      .ignore()
  },
  async refuseOther({ commandId, content }, bound) {
    const read = async () =>
      (await db('idempotency_keys').where({ command_id: commandId }).first('fingerprint'))?.fingerprint ??
      null
    const fingerprint: string | null = bound ? bound.bound_to : await read()
    if (fingerprint !== null && !(await fingerprints.fits(fingerprint, content)))
      throw new Rejected('idempotency.other-body')
  },
})

/** Deletes the keys of the days before; to be repeated. */
export const forgetIdempotencyKeys = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  await db('idempotency_keys')
    .where('used_at', '<', new Date(clock.now().getTime() - DAY_MS))
    .delete()
}
