import type { Request } from '#contract/requests/requests.ts'

/** What each step of a decision is given. */
export type DecisionProps = {
  readonly shown: Request
  /** The caller's participant id in the workspace of the request. */
  readonly approverId: string
  readonly onDecided: (request: Request) => void
  /** It turned out to be closed already. */
  readonly onClosed: () => void
}
