/** Time enters here and travels inside commands, so that decisions stay pure and tests can set it. */
export type Clock = { readonly now: () => Date }

/**
 * The time that two clocks have both reached: neither of them, running ahead, ends what still lives. For facts that follow
 * from nothing but the time.
 */
export const agreedTime = (clock: Clock, witness: () => Promise<Date>) => async (): Promise<Date> => {
  const other = await witness()
  const own = clock.now()
  return own < other ? own : other
}

export const systemClock: Clock = { now: () => new Date() }
