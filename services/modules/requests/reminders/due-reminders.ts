import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import { derivedId } from '#platform/primitives/ids.ts'
import type { Platform } from '#platform/platform.ts'
import { remindersIn, workspacesToRemind, type DueReminder } from '#projections/requests/pending-queries.ts'
import { calendarOf } from '#platform/calendar/holidays.ts'
import { isWorkingMoment } from '#platform/calendar/next-working-moment.ts'
import { workspaceStream } from '#modules/workspaces/workspace.events.ts'
import { isActive, workspaceFold } from '#modules/workspaces/workspace.state.ts'
import { requestDecider } from '#modules/requests/request.decider.ts'
import { requestStream } from '#modules/requests/request.events.ts'

type Services = Pick<Platform, 'commands' | 'db'>

const AT_ONCE = 20

const remind =
  ({ commands }: Services, workspaceId: string, now: Date) =>
  async ({ requestId, reminder }: DueReminder): Promise<void> => {
    await commands.execute({
      decider: requestDecider,
      stream: requestStream(requestId),
      workspaceId,
      context: bySystem(derivedId('remind', requestId, reminder), now),
      command: { type: 'RemindByTime', reminder, at: now },
    })
  }

/**
 * Reminds those who have not decided, workspace by workspace and only in its working hours: what falls due outside of them waits for the
 * next ones, or for nothing if the request ends before.
 */
export const dueReminders = (services: Services): Due<string> => ({
  name: 'reminders',
  next: (now, page) => workspacesToRemind(services.db, now, page),
  async act(workspaceId, now) {
    const { state } = await services.commands.load(workspaceFold, workspaceStream(workspaceId))
    if (state.kind !== 'open' || !isActive(state, now)) return
    if (!isWorkingMoment(now, await calendarOf(state))) return
    const act = remind(services, workspaceId, now)
    for (let after: string | null = null; ;) {
      const found: readonly DueReminder[] = await remindersIn(services.db, workspaceId, now, {
        after,
        limit: AT_ONCE,
      })
      const done = await Promise.allSettled(found.map(act))
      const failed = done.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
      if (found.length < AT_ONCE) return
      after = found.at(-1)!.requestId
    }
  },
})
