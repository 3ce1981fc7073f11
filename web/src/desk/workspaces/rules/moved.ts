/** Moves what has this key up or down. */
export const moved = <T extends { readonly key: string }>(
  all: readonly T[],
  key: string,
  by: -1 | 1,
): readonly T[] => {
  const from = all.findIndex((each) => each.key === key)
  const to = from + by
  if (from < 0 || to < 0 || to >= all.length) return all
  return all.toSpliced(from, 1).toSpliced(to, 0, all[from]!)
}
