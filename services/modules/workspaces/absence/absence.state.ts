import type { AbsenceEvent } from './absence.events.ts'

/** An absence of a participant, as the state of the workspace keeps it. */
export type KnownAbsence = {
  readonly from: string
  readonly until: string
  /** Participant ids. */
  readonly deputies: readonly string[]
}

/** The absence after this event; null if there is none. */
export const absenceAfter = ({ type, data }: AbsenceEvent): KnownAbsence | null => {
  if (type === 'AbsenceEnded') return null
  const { from, until, deputyId, secondId } = data
  return { from, until, deputies: [deputyId, secondId].filter((one) => one !== undefined) }
}

/** Whether an absence is set that has not ended. */
export const isAhead = (absence: KnownAbsence | null, now: Date): absence is KnownAbsence =>
  absence !== null && now < new Date(absence.until)
