import type { Absence } from '#contract/person.ts'

export type AbsenceProps = {
  readonly workspaceId: string
  readonly participantId: string
  readonly absence: Absence | null
  /** Whose absence it is, or in which workspace; names the buttons. */
  readonly name: string
  readonly timeOf: (iso: string) => string
}
