/** One command of `npm run ops`. */
export type Command = {
  /** The arguments, e.g. `rebuild NAME`; empty when there are none. */
  readonly usage: string
  readonly summary: string
  /** Returns the exit code; 0 is success. An error is printed and exits with 1. */
  readonly run: (args: readonly string[]) => Promise<number>
}
