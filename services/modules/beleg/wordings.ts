import pLimit from 'p-limit'
import type { RequestWording, Wording } from '#contract/beleg/export-wording.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import type { ExportedEntry } from '#projections/audit/export-queries.ts'
import { saidChanges } from '#projections/workspaces/change-queries.ts'
import { isOpenCheck, requestContent, toldFacts } from './request-beleg.ts'

/** What the signed entries of an export are about, from the facts: an admin who exports the log sees the same in it. */

/** Streams that are read at once. */
const AT_ONCE = 8

/** By the id of the entry. Entries that nobody signed, and open call checks, have none. */
export type WordingsOf = (
  workspaceId: string,
  entries: readonly ExportedEntry[],
  now: Date,
) => Promise<ReadonlyMap<string, Wording>>

const idsOf = (entries: readonly ExportedEntry[], kind: 'request' | 'change'): readonly string[] => [
  ...new Set(entries.filter(({ target }) => target.kind === kind).map(({ target }) => target.id)),
]

/** As in a Beleg, but for how it ended, which the log says. */
const requestWording = (facts: readonly Fact[]): RequestWording => {
  const {
    status: _,
    closedReason: __,
    ...said
  } = requestContent(facts, {
    status: 'pending',
    closedReason: null,
  })
  return said
}

export const createWordings = ({
  codec,
  db,
  eventStore,
}: Pick<Platform, 'codec' | 'db' | 'eventStore'>): WordingsOf => {
  const limit = pLimit(AT_ONCE)

  const ofRequest = async (id: string, now: Date): Promise<RequestWording | null> => {
    const told = toldFacts(await codec.decode(await wholeStream(eventStore, requestStream(id))))
    return isOpenCheck(told, now) ? null : requestWording(told)
  }

  return async (workspaceId, entries, now) => {
    const signed = entries.filter(({ evidence }) => evidence !== undefined)
    const [requests, changes] = await Promise.all([
      limit.map(idsOf(signed, 'request'), async (id) => [id, await ofRequest(id, now)] as const),
      saidChanges(db, workspaceId, idsOf(signed, 'change')),
    ])
    const known = new Map<string, Wording | null>([...requests, ...changes])
    return new Map(
      signed.flatMap(({ id, target }) => {
        const wording = known.get(target.id) ?? null
        return wording === null ? [] : [[id, wording] as const]
      }),
    )
  }
}
