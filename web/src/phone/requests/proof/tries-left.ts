import type { ErrorDetails } from '#contract/errors.ts'

/** How many PIN tries the server says are left; null when it does not say. */
export const triesLeft = (details: ErrorDetails): number | null => {
  const found = details.find((detail) => typeof detail.triesLeft === 'number')
  return found ? Number(found.triesLeft) : null
}
