import type { Position } from '#platform/event-store/event-store.ts'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Actor } from '#platform/facts/facts.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { operationDecider } from './operation.decider.ts'
import { OPERATIONS_STREAM, type OperationEvent } from './operation.events.ts'

type Row = OperationEvent & {
  readonly id: string
  readonly actor: Actor
  readonly request_id: string | null
  readonly at: Date
}

type Parts = Pick<Platform, 'db' | 'commands'>

/** Idempotent. Returns the position of the step's event. */
const record = async ({ db, commands }: Parts, row: Row): Promise<Position | null> => {
  const { id, type, data, actor, request_id: requestId, at } = row
  const { position } = await commands.execute({
    decider: operationDecider,
    stream: OPERATIONS_STREAM,
    workspaceId: null,
    context: { ...bySystem(derivedId('build-step', id), at), actor, requestId },
    command: { type: 'RecordStep', step: { type, data } as OperationEvent },
  })
  await db('build_steps').where({ id }).update({ told: true })
  return position
}

/** Null if there is no such step. */
export const recordStep = async (platform: Parts, id: string): Promise<Position | null> => {
  const row: Row | undefined = await platform.db('build_steps').where({ id }).first()
  return row ? record(platform, row) : null
}

/**
 * Appends events for the steps that have none. Each step does so right away; the worker repeats it in case that failed.
 * Idempotent.
 */
export const recordSteps = async (platform: Parts): Promise<void> => {
  const rows: Row[] = await platform.db('build_steps').where({ told: false }).orderBy('number')
  for (const row of rows) await record(platform, row)
}
