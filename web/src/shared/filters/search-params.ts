/** Returns `params` with `changes` applied. Empty values are removed. */
export const withChanged = (
  params: URLSearchParams,
  changes: Readonly<Record<string, string>>,
): URLSearchParams => {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
