import type { Rate } from '#platform/limits/throttle.ts'

export const CONTACTS_BY_CALLER: Rate = { door: 'contact-ip', limit: 5, windowMs: 3_600_000 }
