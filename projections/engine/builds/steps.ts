import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { OperationEvent } from '#modules/operations/operation.events.ts'
import type { Actor } from '#platform/facts/facts.ts'

/** Who takes a step. */
export type StepBy = {
  /** Idempotency key of the step. Random unless given. */
  readonly id?: string
  readonly actor: Actor
  readonly requestId?: string | null
}

export const byProjector: StepBy = { actor: { kind: 'system', userId: null, role: 'system' } }

export const byOperator: StepBy = { actor: { kind: 'system', userId: null, role: 'operator' } }

/** A step with this id was taken before. Nothing has changed. */
export class StepTaken extends Error {}

/** Stores the step in the transaction that takes it; it becomes an event later. Throws StepTaken. */
export const recordStep = async (
  trx: Knex,
  { id = randomUUID(), actor, requestId = null }: StepBy,
  { type, data }: OperationEvent,
): Promise<void> => {
  const inserted = await trx('build_steps')
    .insert({ id, type, data: JSON.stringify(data), actor: JSON.stringify(actor), request_id: requestId })
    .onConflict('id')
    .ignore()
    .returning('id')
  if (inserted.length === 0) throw new StepTaken(`step ${id} was taken before`)
}

export const isTaken = async (db: Knex, id: string): Promise<boolean> =>
  (await db('build_steps').where({ id }).first('id')) !== undefined
