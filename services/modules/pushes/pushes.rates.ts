import type { Rate } from '#platform/limits/throttle.ts'

const HOUR = 3_600_000

export const PUSH_TESTS_BY_ACCOUNT: Rate = { door: 'push-test', limit: 10, windowMs: HOUR }
export const SUBSCRIPTIONS_BY_ACCOUNT: Rate = { door: 'push-subscription', limit: 60, windowMs: HOUR }
