import { DatabaseIsNewer } from '#platform/postgres/database-version.ts'
import { DamagedLedger } from '#platform/secrets/erasures.ts'
import { SecretChanged } from '#platform/secrets/secret-marks.ts'
import { StoreExchanged, StoreSetBack } from '#platform/stores/stores.ts'

/**
 * An error whose message tells the user at the terminal the reason and what to do. It is printed without a stack.
 */
export class UserFacingError extends Error {}

const kinds = [UserFacingError, DatabaseIsNewer, DamagedLedger, SecretChanged, StoreExchanged, StoreSetBack]

/** Returns only the message of a user-facing error, else the error. */
export const messageForUser = (error: unknown): unknown =>
  kinds.some((kind) => error instanceof kind) ? (error as Error).message : error
