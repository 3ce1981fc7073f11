/** What can go wrong with an append. Before: it is not written. After: it is, and the answer is lost or bent. */
export const appendFaults = [
  'reset before',
  'reset after',
  'internal before',
  'internal after',
  'unavailable before',
  'unavailable after',
  'not ready',
  'not leader',
  'not leader, no address',
  'silent before',
  'silent after',
  'late',
  'commit timeout before',
  'commit timeout after',
] as const
export type AppendFault = (typeof appendFaults)[number]

/** How a subscription ends, or what it does instead of delivering an event once. */
export const deliveryFaults = [
  'end',
  'reset',
  'internal',
  'unavailable',
  'silent',
  'too slow',
  'double',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

/** Whom a node names as the leader, wrongly. */
const leaderLies = ['nobody', 'itself', 'a follower', 'a dead node'] as const
export type LeaderLie = (typeof leaderLies)[number]

/** What a node says instead of the leader's address when it does not lead. */
export const redirectFaults = [...leaderLies, 'no info'] as const
export type RedirectFault = (typeof redirectFaults)[number]

export type Faults = {
  /** Takes nobody's credentials. */
  refusesLogins?: boolean
  /** Asked at each append, of facts of these types. */
  append?: (types: readonly string[]) => AppendFault | undefined
  /** Asked before each event that a subscription delivers. */
  deliver?: () => DeliveryFault | undefined
  /** Asked when a node is to name the leader that it is not. */
  redirect?: (node: number) => RedirectFault | undefined
}
