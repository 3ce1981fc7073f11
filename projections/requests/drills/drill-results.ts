import { FEW_DRILLED, type Drill, type DrillCounts } from '#contract/requests/drills.ts'
import type { DrillAnswer } from '#contract/requests/requests.ts'

/** Counts the answers; null stands for somebody who did not answer. */
const countsOf = (answers: readonly (DrillAnswer | null)[]): DrillCounts => {
  const yes = answers.filter((answer) => answer === 'yes').length
  const unanswered = answers.filter((answer) => answer === null).length
  return { right: answers.length - yes - unanswered, yes, unanswered }
}

/**
 * The counts of a drill that admins may see. Where they do not see persons, there are none of fewer than five people, and none if all
 * failed in the same way: both would say who did what. That all were right names nobody who would mind.
 */
export const resultsOf = (
  answers: readonly (DrillAnswer | null)[],
  { isEnded, byPerson }: { readonly isEnded: boolean; readonly byPerson: boolean },
): Pick<Drill, 'counts' | 'withheld'> => {
  if (!isEnded) return { counts: null, withheld: 'running' }
  const counts = countsOf(answers)
  if (byPerson) return { counts, withheld: null }
  if (answers.length < FEW_DRILLED) return { counts: null, withheld: 'few' }
  const areAlike = [counts.yes, counts.unanswered].includes(answers.length)
  return areAlike ? { counts: null, withheld: 'alike' } : { counts, withheld: null }
}
