import type { Rate } from '#platform/limits/throttle.ts'

/** Counts also those that break off and leave nothing. */
export const UPLOADS_BY_ACCOUNT: Rate = { door: 'uploads', limit: 200, windowMs: 3_600_000 }
