/** The only source of time. Commands carry it, so that deciders stay pure and tests can set it. */
export type Clock = { readonly now: () => Date }

/**
 * Returns the earlier time of the two clocks, for events that only the passage of time causes. A clock that runs ahead then
 * cannot end anything too early.
 */
export const agreedTime = (clock: Clock, witness: () => Promise<Date>) => async (): Promise<Date> => {
  const other = await witness()
  const own = clock.now()
  return own < other ? own : other
}

export const systemClock: Clock = { now: () => new Date() }
