import type { ReadModel } from '#contract/endpoint.ts'
import type { Position } from '#platform/event-store/event-store.ts'

/** What a projector tells with a checkpoint: `concerns` of facts, as `concernLines` writes them. */
export type News = {
  readonly readModel: ReadModel
  readonly position: Position | null
  readonly concerns: ReadonlySet<string>
}

export const parseNews = (payload: string): News => {
  const [readModel, position, ...concerns] = payload.split(' ')
  return { readModel: readModel as ReadModel, position: position || null, concerns: new Set(concerns) }
}
