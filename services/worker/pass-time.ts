import { expiringRequests } from '#modules/requests/expiry.ts'
import { agingWorkspaces } from '#modules/workspaces/passing-time.ts'
import { actOnDue, type Passed } from '#platform/effects/due.ts'
import { noteTimeRun } from '#platform/effects/time-runs.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Makes facts of what time has brought, by the time on which two clocks agree. May be repeated, and by several at once: the
 * deciders tell each thing once. Reads know it before, by the dates.
 */
export const passTime = async (platform: Platform, signal?: AbortSignal): Promise<Passed> => {
  const { agreedTime, db, log } = platform
  const now = await agreedTime()
  const requests = await actOnDue(expiringRequests(platform), { now, log, signal })
  const workspaces = await actOnDue(agingWorkspaces(platform), { now, log, signal })
  const passed = {
    found: requests.found + workspaces.found,
    failed: requests.failed + workspaces.failed,
  }
  await noteTimeRun(db, passed)
  return passed
}
