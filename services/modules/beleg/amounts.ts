import pLimit from 'p-limit'
import type { Amount } from '#contract/requests/kinds.ts'
import { requestStream } from '#modules/requests/request.events.ts'
import type { DataOf } from '#modules/requests/request.state.ts'
import { wholeStream } from '#platform/event-store/whole-stream.ts'
import type { Platform } from '#platform/platform.ts'
import type { ExportedEntry } from '#projections/audit/export-queries.ts'

/** The amounts of an export, from the facts: an entry has them only within its sentence, where what somebody typed could pose as one. */

/** Streams that are read at once. */
const AT_ONCE = 8

/** The first amount of the fields that an entry shows. */
const amountIn = ({ filled }: DataOf<'FieldsFilled'>): Amount | null => {
  for (const { type, listed, value } of filled?.fields ?? [])
    if (type === 'amount' && listed && typeof value !== 'string') return value
  return null
}

/** By the id of the entry. */
export const createAmounts = ({ codec, eventStore }: Pick<Platform, 'codec' | 'eventStore'>) => {
  const limit = pLimit(AT_ONCE)
  return async (entries: readonly ExportedEntry[]): Promise<ReadonlyMap<string, Amount>> => {
    const filled = entries.filter(({ action }) => action === 'request.fields-filled')
    const found = await limit.map(filled, async ({ id, target }) => {
      const facts = await codec.decode(await wholeStream(eventStore, requestStream(target.id)))
      const fact = facts.find(({ type }) => type === 'FieldsFilled')
      const amount = fact ? amountIn(fact.data as DataOf<'FieldsFilled'>) : null
      return amount === null ? [] : [[id, amount] as const]
    })
    return new Map(found.flat())
  }
}
