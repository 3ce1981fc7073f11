import { recordErasure } from '#modules/accounts/deletion/erase-person.ts'
import { recordWorkspaceErased } from '#modules/workspaces/erase-workspace.ts'
import { missingErasures, newestErasures, type Erasure } from '#platform/secrets/erasures.ts'
import type { Platform } from '#platform/platform.ts'

/** Appends the event of an erasure. An address is erased together with its person. */
const appendEvent = async (platform: Platform, erasure: Erasure): Promise<void> => {
  if ('workspaceId' in erasure) return recordWorkspaceErased(platform, erasure.workspaceId)
  const [, userId] = /^person:(.+)$/.exec(erasure.subject) ?? []
  if (userId !== undefined) await recordErasure(platform, userId)
}

export type Repeated = {
  readonly count: number
  /** Appends the events of the whole ledger, as a crash may have come between the keys and the event. */
  append(): Promise<void>
}

/**
 * Destroys keys that the ledger lists but the database still has, after a restore or a crash. `alone`: no other
 * process runs that would have to be waited for. Throws DamagedLedger.
 */
export const repeatErasures = async (
  platform: Platform,
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<Repeated> => {
  const missing = await missingErasures(platform)
  await Promise.all(
    missing.map((erasure) => platform.keys.erase(erasure, { alone, at: new Date(erasure.at) })),
  )
  return {
    count: missing.length,
    async append() {
      for (const erasure of await newestErasures(platform.erasures)) await appendEvent(platform, erasure)
    },
  }
}
