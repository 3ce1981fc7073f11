import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { OperationEvent } from '#modules/operations/operation.events.ts'
import type { Actor } from '#platform/facts/facts.ts'

/** Who takes a step with a build. */
export type By = {
  /** Names the step: the same id is the same step. Random unless given. */
  readonly id?: string
  readonly actor: Actor
  readonly requestId?: string | null
}

/** The projector by itself. */
export const itself: By = { actor: { kind: 'system', userId: null, role: 'system' } }

/** Whoever is at the command line. */
export const operator: By = { actor: { kind: 'system', userId: null, role: 'operator' } }

/** The step with this id has been taken; nothing has changed. */
export class StepTaken extends Error {}

/** Leaves the step to be told as a fact, in the transaction in which it is taken. Throws StepTaken. */
export const noteStep = async (
  trx: Knex,
  { id = randomUUID(), actor, requestId = null }: By,
  { type, data }: OperationEvent,
): Promise<void> => {
  const noted = await trx('build_steps')
    .insert({ id, type, data: JSON.stringify(data), actor: JSON.stringify(actor), request_id: requestId })
    .onConflict('id')
    .ignore()
    .returning('id')
  if (noted.length === 0) throw new StepTaken(`the step ${id} has been taken`)
}

/** Whether the step with this id has been taken. */
export const isTaken = async (db: Knex, id: string): Promise<boolean> =>
  (await db('build_steps').where({ id }).first('id')) !== undefined
