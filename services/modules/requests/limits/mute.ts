import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { refusalsOf } from '#projections/requests/refusal-queries.ts'

const REFUSALS = 3
const WITHIN_MS = 10 * 60_000
const MUTE_MS = 15 * 60_000

/** Until when somebody whose requests were declined or ran out at these times may ask nothing more; null: they may. */
export const mutedUntil = (refusals: readonly Date[], many: number, now: Date): Date | null => {
  const times = refusals.map((time) => time.getTime()).toSorted((a, b) => a - b)
  const ends = times.filter((end, i) => i + 1 >= many && end - times[i + 1 - many]! <= WITHIN_MS)
  const until = (ends.at(-1) ?? -Infinity) + MUTE_MS
  return until > now.getTime() ? new Date(until) : null
}

/** Until when somebody is muted by what happened just then, and was not before. */
export const muteBegunAt = (refusals: readonly Date[], many: number, at: Date): Date | null => {
  const until = (times: readonly Date[]) => mutedUntil(times, many, at)
  return until(refusals.filter((time) => time < at)) === null ? until(refusals) : null
}

type Services = { readonly db: Knex; readonly config: Pick<Config, 'RATE_FACTOR'> }
type Requester = { readonly workspaceId: string; readonly userId: string }

const recentOf = async ({ db, config }: Services, requester: Requester, now: Date) => {
  const since = new Date(now.getTime() - MUTE_MS - WITHIN_MS)
  return [await refusalsOf(db, requester, since, now), REFUSALS * config.RATE_FACTOR] as const
}

/** `muteBegunAt` of this requester, as the read model shows it. */
export const muteBegun = async (services: Services, requester: Requester, at: Date): Promise<Date | null> =>
  muteBegunAt(...(await recentOf(services, requester, at)), at)

/** Throws `request.muted` for whoever asks again and again what others decline, or do not answer. */
export const refuseMuted = async (services: Services, requester: Requester, now: Date): Promise<void> => {
  const until = mutedUntil(...(await recentOf(services, requester, now)), now)
  if (until === null) return
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  throw new Rejected('request.muted', [{ retryAfterSeconds }])
}
