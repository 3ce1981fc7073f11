import type { Absence } from './person.ts'

/** Whether they are away now. One that is set for later does not count yet. */
export const isAway = (absence: Pick<Absence, 'from' | 'until'> | null | undefined, now: Date): boolean =>
  !!absence && new Date(absence.from) <= now && now < new Date(absence.until)
