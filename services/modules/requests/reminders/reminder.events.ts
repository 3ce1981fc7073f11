import Type from 'typebox'
import { REMINDERS } from '#contract/requests/kinds.ts'
import { words } from '#contract/common.ts'
import { clear, fact, type EventOf } from '#platform/facts/facts.ts'

/** Part of the stream `request-<requestId>`: reminders that nobody presses for. */

const id = clear('id')

export const reminderEvents = {
  /** Those who have not decided are reminded because the time has come. Recorded late by a worker that slept, but once. */
  ReminderIssued: fact(
    1,
    Type.Object({
      requestId: id,
      workspaceId: id,
      /** The later one takes the place of an earlier one that was missed. */
      reminder: words(REMINDERS),
      remindedAt: clear('time'),
    }),
  ),
} as const

export type ReminderEvent = EventOf<typeof reminderEvents>
