import { isUncertain } from '../api-error.ts'

export type CommandKeys = {
  /** The Idempotency-Key for `input`: a new one, unless the same input is still in doubt. */
  readonly keyFor: (input: unknown) => string
  /** Tells how the last call ended; without an error it succeeded. */
  readonly settle: (error?: unknown) => void
}

/** Remembers the key of a command while its outcome is in doubt, so that sending it again has one effect. */
export const createCommandKeys = (): CommandKeys => {
  let open: { text: string; key: string } | null = null
  return {
    keyFor: (input) => {
      const text = JSON.stringify(input)
      if (open?.text !== text) open = { text, key: crypto.randomUUID() }
      return open.key
    },
    settle: (error) => {
      if (!isUncertain(error)) open = null
    },
  }
}
