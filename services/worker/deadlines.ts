import { dueDigests } from '#modules/mails/digests/due-digests.ts'
import { expiringRequests } from '#modules/requests/close-request.ts'
import { expiringDrills } from '#modules/requests/drills/end-drill.ts'
import { dueEscalations } from '#modules/requests/reminders/due-escalations.ts'
import { dueReminders } from '#modules/requests/reminders/due-reminders.ts'
import {
  dueSubscriptions,
  endingLifts,
  expiringChanges,
  expiringInvitations,
} from '#modules/workspaces/deadlines.ts'
import { actOnDue, type DueCounts } from '#platform/effects/due.ts'
import { noteTimeRun } from '#platform/effects/time-runs.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Appends the events of deadlines that have passed on both clocks. Can be repeated and run by several workers: the
 * deciders record each deadline once. Reads do not wait for these events.
 */
export const recordDeadlines = async (platform: Platform, signal?: AbortSignal): Promise<DueCounts> => {
  const { agreedTime, db, log } = platform
  const now = await agreedTime()
  const run = { now, log, signal }
  const all = [
    await actOnDue(expiringRequests(platform), run),
    await actOnDue(dueEscalations(platform), run),
    await actOnDue(dueReminders(platform), run),
    await actOnDue(expiringDrills(platform), run),
    await actOnDue(expiringInvitations(platform), run),
    await actOnDue(expiringChanges(platform), run),
    await actOnDue(endingLifts(platform), run),
    await actOnDue(dueSubscriptions(platform), run),
    await actOnDue(dueDigests(platform), run),
  ]
  const passed = {
    found: all.reduce((sum, { found }) => sum + found, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  }
  await noteTimeRun(db, passed)
  return passed
}
