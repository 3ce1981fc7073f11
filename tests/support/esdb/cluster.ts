import type { Faults, LeaderLie } from './faults.ts'
import { failures } from './status.ts'

/** What a node knows of its cluster. */
export type ClusterView = {
  readonly node: number
  readonly leads: () => boolean
  /** The leader's port, or what the node says instead; null for none. */
  readonly leader: (lie?: LeaderLie) => number | null
}
type Call = { readonly metadata: { get(key: string): unknown[] } }

/** What a node that does not lead answers to a call that requires the leader. */
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
