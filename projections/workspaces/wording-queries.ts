import type { Knex } from 'knex'
import { sayAct } from '#modules/workspaces/protection/change.state.ts'
import { saltIn, typedIn, type ChangeRow } from './change-queries.ts'

/**
 * What these changes of the workspace say, as it is signed, with the secret of the signed hash: null once erased, and where nothing was
 * typed. Ignores dead letters: who exports the log has looked for those of the workspace.
 */
export const saidChanges = async (
  db: Knex,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaidChange>> => {
  const rows: ChangeRow[] =
    ids.length === 0
      ? []
      : await db('changes')
          .where({ workspace_id: workspaceId })
          .whereIn('id', [...ids])
          .select('*')
  return new Map(
    rows.map((row) => {
      const said = sayAct(row.act, row.workspace_id, typedIn(row), row.request_kind)
      return [row.id, { ...said, salt: saltIn(row) }]
    }),
  )
}
export type SaidChange = ReturnType<typeof sayAct> & { readonly salt: string | null }
