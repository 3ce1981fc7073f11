import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import { MAX_VIEWS, type HistoryView, type NamedFilters } from '#contract/workspaces/history-views.ts'
import { seal, unseal, type Sealed } from '#platform/facts/sealing.ts'
import type { Platform } from '#platform/platform.ts'
import { addressHash } from '#platform/secrets/addresses.ts'
import { derivedId } from '#platform/primitives/ids.ts'

type Owner = { readonly userId: string; readonly workspaceId: string }

/** Saved views of audit logs. They are sealed, because people type what they hold. */
export type HistoryViews = {
  of(owner: Owner): Promise<HistoryView[]>
  /** Replaces the view of the same name. Undefined if there would be too many. */
  save(owner: Owner, view: NamedFilters): Promise<HistoryView | undefined>
  /** Idempotent. */
  remove(owner: Owner, id: string): Promise<void>
}

type Row = { readonly id: string; readonly content: Sealed }

const rowsOf = (db: Knex, { userId, workspaceId }: Owner) =>
  db('history_views').where({ user_id: userId, workspace_id: workspaceId })

export const createHistoryViews = ({
  config,
  db,
  keys,
}: Pick<Platform, 'config' | 'db' | 'keys'>): HistoryViews => {
  /** Those of filters by whole addresses: with the person of one of them the view is deleted. */
  const addressHashes = ({ q, actor, target }: NamedFilters): string[] =>
    [q, actor, target].flatMap((text) => (text?.includes('@') ? addressHash(config.ADDRESS_KEY, text) : []))
  return {
    async of(owner) {
      const rows: Row[] = await rowsOf(db, owner).select('id', 'content')
      const found = await keys.toRead(rows.map(({ content }) => content.key))
      return rows.flatMap(({ id, content }) => {
        const key = found.get(content.key)
        return key ? { id, ...(unseal(key, id, content).value as NamedFilters) } : []
      })
    },
    async save({ userId, workspaceId }, view) {
      // It ends with the person and with the workspace.
      const [key] = await keys.toSeal([{ subject: `person:${userId}`, workspaceId }])
      const id = derivedId(createHmac('sha256', key!.secret).update(view.name.toLowerCase()).digest('hex'))
      const content = seal(key!, id, view)
      return db.transaction(async (trx) => {
        // Serializes the calls of one person: two at once could exceed the limit.
        await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`views ${userId}`])
        const others = await rowsOf(trx, { userId, workspaceId }).whereNot({ id }).pluck('id')
        if (others.length >= MAX_VIEWS) return undefined
        await trx('history_views')
          .insert({
            id,
            user_id: userId,
            workspace_id: workspaceId,
            content,
            address_hashes: addressHashes(view),
          })
          .onConflict('id')
          .merge()
        return { id, ...view }
      })
    },
    async remove(owner, id) {
      await rowsOf(db, owner).where({ id }).delete()
    },
  }
}

/** Deletes the views of a workspace's log, of all people. */
export const forgetViewsIn = async (db: Knex, workspaceId: string): Promise<void> => {
  await db('history_views').where({ workspace_id: workspaceId }).delete()
}
