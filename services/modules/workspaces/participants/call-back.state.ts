/** The call-back numbers of a participant, without the numbers themselves. At most two: the one that counts and the one that will. */

export type KeptNumber = { readonly place: 1 | 2; readonly countsFrom: string }

export const withNumber = (
  kept: readonly KeptNumber[],
  { place, countsFrom }: KeptNumber,
): readonly KeptNumber[] => [...kept.filter((one) => one.place !== place), { place, countsFrom }]

/** Returns the number that counts at this time: the newest whose waiting time has passed. */
export const numberThatCounts = <N extends { readonly countsFrom: string }>(
  kept: readonly N[],
  now: Date,
): N | undefined =>
  kept
    .filter(({ countsFrom }) => new Date(countsFrom) <= now)
    .toSorted((a, b) => b.countsFrom.localeCompare(a.countsFrom))[0]
