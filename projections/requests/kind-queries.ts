import type { Knex } from 'knex'
import type { Kind } from '#contract/requests/kinds.ts'
import { refuseDeadLettered } from '../engine/runner/dead-letters.ts'
import type { Shown } from '../engine/definition/tables.ts'
import type { requestsTables } from './tables.ts'

export type KindRow = Shown<
  (typeof requestsTables)['request_kinds'],
  { readonly definition: Pick<Kind, 'name' | 'fields' | 'rules' | 'reminders'> | null }
>

const COLUMNS = ['id', 'workspace_id', 'version', 'built_in', 'definition', 'created_at'] as const

/** Undefined once it is erased. */
export const kindOf = ({ id, version, built_in: builtIn, definition }: KindRow): Kind | undefined => {
  if (definition === null) return undefined
  const { name, fields, rules, reminders } = definition
  return { id, version, builtIn, name, fields, rules, ...(reminders && { reminders }) }
}

/** The kinds that a workspace has written, the oldest first. Throws `read-model.parked` or `read-model.behind`. */
export const kindsIn = async (db: Knex, workspaceId: string): Promise<readonly Kind[]> => {
  await refuseDeadLettered(db, 'requests', [workspaceId])
  const rows: KindRow[] = await db('request_kinds')
    .where({ workspace_id: workspaceId })
    .orderBy(['created_at', 'id'])
    .select(COLUMNS)
  return rows.flatMap((row) => kindOf(row) ?? [])
}

/** One of them. Throws `read-model.parked` or `read-model.behind`. */
export const kindById = async (db: Knex, id: string): Promise<Kind | undefined> => {
  const row: KindRow | undefined = await db('request_kinds').where({ id }).first(COLUMNS)
  if (!row) return undefined
  await refuseDeadLettered(db, 'requests', [row.workspace_id])
  return kindOf(row)
}
