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

/** The position of the step's fact, made now unless it had been. */
const tell = async ({ db, commands }: Parts, row: Row): Promise<Position | null> => {
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

/** The position of one step's fact; null when there was no such step. */
export const recordStep = async (platform: Parts, id: string): Promise<Position | null> => {
  const row: Row | undefined = await platform.db('build_steps').where({ id }).first()
  return row ? tell(platform, row) : null
}

/**
 * Makes facts of the steps that were taken with builds. Whoever takes one does so right then, and the worker until it
 * is done. May be repeated.
 */
export const recordSteps = async (platform: Parts): Promise<void> => {
  const rows: Row[] = await platform.db('build_steps').where({ told: false }).orderBy('number')
  for (const row of rows) await tell(platform, row)
}
