import { Rejected } from '#contract/errors.ts'
import type { Fact } from '#platform/facts/facts.ts'
import type { Platform } from '#platform/platform.ts'
import { requestStream, type RequestEvent } from '#modules/requests/request.events.ts'
import type { ExistingRequest, FilledKind } from '#modules/requests/request.state.ts'

export type FilledFact = Fact<Extract<RequestEvent, { type: 'FieldsFilled' }>>

/** Most events that tell of the creation, after the first one. */
const BESIDE = 8

/** The kind of a request with its fields, from its stream; null for a free text. Throws `request.not-found` once they are erased. */
export const filledOf = async (
  { codec, eventStore }: Pick<Platform, 'codec' | 'eventStore'>,
  { requestId, requestKind }: Pick<ExistingRequest, 'requestId' | 'requestKind'>,
): Promise<FilledKind | null> => {
  if (requestKind === null) return null
  const beside = await eventStore.readStream(requestStream(requestId), { from: 1, max: BESIDE })
  const [fact] = (await codec.decode(
    beside.filter(({ type }) => type === 'FieldsFilled'),
  )) as readonly unknown[]
  const { kindId, kindVersion, filled } = (fact as FilledFact).data
  if (filled === null) throw new Rejected('request.not-found')
  return { kindId, kindVersion, ...filled }
}
