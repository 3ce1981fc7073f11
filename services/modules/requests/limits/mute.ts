import { Rejected } from '#contract/errors.ts'
import type { Config } from '#platform/config/config.ts'
import type { Knex } from '#platform/postgres/database.ts'
import { refusalsOf } from '#projections/requests/refusal-queries.ts'

const REFUSALS = 3
const WITHIN_MS = 10 * 60_000
const MUTE_MS = 15 * 60_000

/** End of a requester's mute, from the times at which requests were declined, denied, reported or expired; null: not muted. */
export const mutedUntil = (refusals: readonly Date[], many: number, now: Date): Date | null => {
  const times = refusals.map((time) => time.getTime()).toSorted((a, b) => a - b)
  const ends = times.filter((end, i) => i + 1 >= many && end - times[i + 1 - many]! <= WITHIN_MS)
  const until = (ends.at(-1) ?? -Infinity) + MUTE_MS
  return until > now.getTime() ? new Date(until) : null
}

/** End of the mute that the refusal at `at` starts; null if it starts none. */
export const muteBegunAt = (refusals: readonly Date[], many: number, at: Date): Date | null => {
  const until = (times: readonly Date[]) => mutedUntil(times, many, at)
  return until(refusals.filter((time) => time < at)) === null ? until(refusals) : null
}

type Services = { readonly db: Knex; readonly config: Pick<Config, 'RATE_FACTOR'> }
type Requester = { readonly workspaceId: string; readonly userId: string }

/** The refusals that may count for a mute, by workspace, and how many of them mute. */
const recentIn = async (
  { db, config }: Services,
  requester: { readonly workspaceIds: readonly string[]; readonly userId: string },
  now: Date,
) => {
  const since = new Date(now.getTime() - MUTE_MS - WITHIN_MS)
  return [await refusalsOf(db, requester, since, now), REFUSALS * config.RATE_FACTOR] as const
}

const recentOf = async (services: Services, { workspaceId, userId }: Requester, now: Date) => {
  const [refusals, many] = await recentIn(services, { workspaceIds: [workspaceId], userId }, now)
  return [refusals.get(workspaceId) ?? [], many] as const
}

/** Until when the requester is muted in each of these workspaces; without those where they are not. */
export const mutesIn = async (
  services: Services,
  requester: { readonly workspaceIds: readonly string[]; readonly userId: string },
  now: Date,
): Promise<ReadonlyMap<string, Date>> => {
  const [refusals, many] = await recentIn(services, requester, now)
  return new Map(
    [...refusals].flatMap(([workspaceId, times]) => {
      const until = mutedUntil(times, many, now)
      return until === null ? [] : [[workspaceId, until] as const]
    }),
  )
}

/** `muteBegunAt` for this requester, from the read model. */
export const muteBegun = async (services: Services, requester: Requester, at: Date): Promise<Date | null> =>
  muteBegunAt(...(await recentOf(services, requester, at)), at)

/** Throws `request.muted` while the requester is muted. */
export const refuseMuted = async (services: Services, requester: Requester, now: Date): Promise<void> => {
  const until = mutedUntil(...(await recentOf(services, requester, now)), now)
  if (until === null) return
  const retryAfterSeconds = Math.ceil((until.getTime() - now.getTime()) / 1_000)
  throw new Rejected('request.muted', [{ retryAfterSeconds }])
}
