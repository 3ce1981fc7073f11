import type { Config } from '#platform/config/config.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { Rejected } from '#contract/errors.ts'
import { declinesOf } from '#projections/requests/queries.ts'

const DECLINES = 3
const WITHIN_MS = 10 * 60_000
const MUTE_MS = 15 * 60_000

/** Until when somebody whose requests were declined at these times may ask nothing more; null: they may. */
export const mutedUntil = (declines: readonly Date[], many: number, now: Date): Date | null => {
  const times = declines.map((time) => time.getTime()).toSorted((a, b) => a - b)
  const ends = times.filter((end, i) => i + 1 >= many && end - times[i + 1 - many]! <= WITHIN_MS)
  const until = (ends.at(-1) ?? -Infinity) + MUTE_MS
  return until > now.getTime() ? new Date(until) : null
}

/** Throws `request.muted` for whoever asks again and again what others decline. */
export const refuseMuted = async (
  { db, config }: { readonly db: Knex; readonly config: Pick<Config, 'RATE_FACTOR'> },
  asked: { readonly workspaceId: string; readonly userId: string },
  now: Date,
): Promise<void> => {
  const since = new Date(now.getTime() - MUTE_MS - WITHIN_MS)
  const until = mutedUntil(await declinesOf(db, asked, since), DECLINES * config.RATE_FACTOR, now)
  if (until === null) return
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  throw new Rejected('request.muted', [{ retryAfterSeconds }])
}
