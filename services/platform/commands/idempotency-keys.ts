import type { Knex } from 'knex'
import { Rejected } from '#contract/errors.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Fingerprints } from './fingerprints.ts'

/**
 * Binds an Idempotency-Key to its request body for a day if the command had no effect. (The events of an effective command do
 * that themselves.)
 */
export type IdempotencyKeys = {
  bind(use: Use): Promise<void>
  /** Throws `idempotency.other-body` if the key is bound to another body. `bound`: the result of `boundColumn`, if it was read. */
  refuseOther(use: Use, bound?: Bound): Promise<void>
}

/** A column with the fingerprint that a key is bound to. `commandId` is an SQL expression. Saves a query of its own. */
export const boundColumn = (commandId: string): string =>
  `(SELECT fingerprint FROM idempotency_keys WHERE command_id = ${commandId}) AS bound_to`

/** Null if the key is not bound. */
export type Bound = { readonly bound_to: string | null }

/** `commandId` is derived from caller, operation and key; `content` is the text of the request. */
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

/** Deletes the keys that are older than a day. */
export const forgetIdempotencyKeys = async ({ db, clock }: { db: Knex; clock: Clock }): Promise<void> => {
  await db('idempotency_keys')
    .where('used_at', '<', new Date(clock.now().getTime() - DAY_MS))
    .delete()
}
