import type { Faults, LeaderLie } from './faults.ts'
import { failures } from './status.ts'

/** The cluster as one node sees it. */
export type ClusterView = {
  readonly node: number
  readonly leads: () => boolean
  /** Returns the port of the leader as the node reports it; null if it reports none. */
  readonly leader: (lie?: LeaderLie) => number | null
}
type Call = { readonly metadata: { get(key: string): unknown[] } }

/** Returns the error of a node that is not the leader for a call that requires the leader. */
export const refusalOf = (
  call: Call,
  { node, leads, leader }: ClusterView,
  faults: Faults,
): Error | undefined => {
  if (leads() || call.metadata.get('requires-leader')[0] !== 'true') return undefined
  const fault = faults.redirect?.(node)
  if (fault === 'no info') return failures.noLeaderInfo()
  return leader() === null ? failures.notReady() : failures.notLeader(leader(fault))
}
