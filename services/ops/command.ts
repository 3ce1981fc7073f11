/** One command of `npm run ops`. */
export type Command = {
  /** What stands behind the name, e.g. `rebuild NAME`; empty when there is nothing. */
  readonly usage: string
  readonly summary: string
  /** Answers the exit code: 0 when all is well. What it throws is printed, and the exit code is 1. */
  readonly run: (args: readonly string[]) => Promise<number>
}
