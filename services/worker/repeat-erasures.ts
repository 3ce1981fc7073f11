import { recordErasure } from '#modules/accounts/deletion/erase-person.ts'
import { recordWorkspaceErased } from '#modules/workspaces/erase-workspace.ts'
import { missingErasures, newestErasures, type Erasure } from '#platform/secrets/erasures.ts'
import type { Platform } from '#platform/platform.ts'

/** The fact that follows from an erasure; an address is erased beside its person. */
const say = async (platform: Platform, erasure: Erasure): Promise<void> => {
  if ('workspaceId' in erasure) return recordWorkspaceErased(platform, erasure.workspaceId)
  const [, userId] = /^person:(.+)$/.exec(erasure.subject) ?? []
  if (userId !== undefined) await recordErasure(platform, userId)
}

export type Repeated = {
  readonly count: number
  /** Appends the facts that say so, of the whole ledger: a crash may have come between the keys and the fact. */
  say(): Promise<void>
}

/**
 * Destroys what the ledger says is erased and this database still has: it was restored, or a crash came in between.
 * `alone`: no process runs that would have to be waited for. Throws DamagedLedger.
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
    async say() {
      for (const erasure of await newestErasures(platform.erasures)) await say(platform, erasure)
    },
  }
}
