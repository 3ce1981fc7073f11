import { runText } from '../payment-runs.ts'

/** A small file that is accepted: a payment run. */
export const SMALL_FILE = runText()
