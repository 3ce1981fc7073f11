/** Faults of an append. "before": it is not written; "after": it is written, and the answer is lost or wrong. */
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

/** Faults of a subscription. */
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

/** The wrong leaders that a node reports. */
const leaderLies = ['nobody', 'itself', 'a follower', 'a dead node'] as const
export type LeaderLie = (typeof leaderLies)[number]

/** Wrong reports of a node that is not the leader. */
export const redirectFaults = [...leaderLies, 'no info'] as const
export type RedirectFault = (typeof redirectFaults)[number]

export type Faults = {
  /** Rejects all credentials. */
  refusesLogins?: boolean
  /** Called for each append with the event types. */
  append?: (types: readonly string[]) => AppendFault | undefined
  /** Called before a subscription delivers an event. */
  deliver?: () => DeliveryFault | undefined
  /** Called when a node that is not the leader reports the leader. */
  redirect?: (node: number) => RedirectFault | undefined
}
