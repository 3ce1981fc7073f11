import { derivedId } from '#platform/primitives/ids.ts'

/** Id of the question of a drill to one person. */
export const questionOf = (drillId: string, userId: string): string => derivedId(drillId, userId)
