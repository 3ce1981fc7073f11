import type { Field } from '#contract/requests/kinds.ts'
import type { Typed } from './read-fields.ts'

/** What each input of a field gets. */
export type InputProps<T extends Typed = string> = {
  readonly field: Field
  readonly label: string
  readonly fault: string | undefined
  readonly value: T
  readonly onValue: (value: T) => void
  readonly onLeave: () => void
}
