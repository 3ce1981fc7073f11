import { isUncertain } from '../api-error.ts'

export type CommandKeys = {
  /** The Idempotency-Key for `input`: a new one, unless the outcome of the same input is unknown. */
  readonly keyFor: (input: unknown) => string
  /** Records how the last call ended. No error: it succeeded. */
  readonly settle: (error?: unknown) => void
}

/** Keeps the key of a command while its outcome is unknown, so that a resend has no second effect. */
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
