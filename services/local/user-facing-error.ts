import { DatabaseIsNewer } from '#platform/postgres/database-version.ts'
import { DamagedLedger } from '#platform/secrets/erasures.ts'
import { SecretChanged } from '#platform/secrets/secret-marks.ts'
import { StoreExchanged, StoreSetBack } from '#platform/stores/stores.ts'

/** A start that cannot go on, with the reason and the way out in words for the person at the terminal. */
export class UserFacingError extends Error {}

const kinds = [UserFacingError, DatabaseIsNewer, DamagedLedger, SecretChanged, StoreExchanged, StoreSetBack]

/** The message alone, where it says all that the person at the terminal needs. */
export const messageForUser = (error: unknown): unknown =>
  kinds.some((kind) => error instanceof kind) ? (error as Error).message : error
