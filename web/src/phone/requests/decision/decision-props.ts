import type { Request } from '#contract/requests/requests.ts'

export type DecisionProps = {
  readonly shown: Request
  /** The caller's participant id in the workspace of the request. */
  readonly approverId: string
  readonly onDecided: (request: Request) => void
  /** Called if the request turns out to be closed already. */
  readonly onClosed: () => void
}
