import type { Request } from '#contract/requests/requests.ts'
import { allEvents } from '#modules/all.events.ts'
import { handlers } from '../../engine/definition/projection.ts'
import { requestsTables } from '../tables.ts'

const DAY_MS = 86_400_000

/**
 * When reminders of a request are due: after a quarter of its life, and a day before its end unless that comes first. None of a call
 * check, which is answered while both talk.
 */
export const reminderTimes = (type: Request['type'], createdAt: string, expiresAt: string) => {
  if (type !== 'approval') return { quarter_at: null, day_before_at: null }
  const [from, until] = [Date.parse(createdAt), Date.parse(expiresAt)]
  const quarter = from + (until - from) / 4
  const dayBefore = until - DAY_MS
  return {
    quarter_at: new Date(quarter).toISOString(),
    day_before_at: dayBefore > quarter ? new Date(dayBefore).toISOString() : null,
  }
}

/** The handlers of reminders that time alone causes. Part of `projection.ts`. */
export const reminderHandlers = handlers(allEvents, requestsTables, {
  ReminderIssued({ data: { requestId: id, reminder } }, changes) {
    changes.patch('requests', {
      id,
      quarter_at: null,
      ...(reminder === 'day-before' && { day_before_at: null }),
    })
  },
})
