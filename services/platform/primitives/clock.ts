/** Time enters here and travels inside commands, so that decisions stay pure and tests can set it. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }
