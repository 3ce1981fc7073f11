import type { StoredEvent } from '#platform/event-store/event-store.ts'
import type { Projection } from './projection.ts'

/**
 * Facts of different parts touch different rows of a read model, and read none that the other has written: so parts can be filled
 * at the same time. The part is the workspace, and for facts without one the stream, unless a read model says otherwise. Null for a
 * fact that touches no row.
 */
export const partOf = (projection: Pick<Projection, 'partOf'>, event: StoredEvent): string | null => {
  const own = projection.partOf?.(event)
  if (own !== undefined) return own
  const { workspaceId } = event.metadata
  return typeof workspaceId === 'string' ? workspaceId : event.stream
}

const FNV_OFFSET = 0x81_1c_9d_c5
const FNV_PRIME = 0x01_00_01_93

/** The lane of a part: 0 to `lanes` - 1. */
export const laneOfPart = (part: string, lanes: number): number => {
  let hash = FNV_OFFSET
  for (let i = 0; i < part.length; i += 1) hash = Math.imul(hash ^ part.charCodeAt(i), FNV_PRIME)
  return (hash >>> 0) % lanes
}
