import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import type { Platform } from '#platform/platform.ts'
import {
  datedWorkspaces,
  dueChanges,
  dueInvitations,
  dueLifts,
  type DueLift,
} from '#projections/workspaces/due-queries.ts'
import { dueSubscriptionEvents } from '#modules/workspaces/subscription/subscription.decider.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'

type Services = Pick<Platform, 'commands' | 'db'>

/** The decider skips events that are already recorded. */
const recordDeadlines =
  ({ commands }: Services) =>
  (workspaceId: string, now: Date): Promise<unknown> =>
    commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: bySystem(randomUUID(), now),
      command: { type: 'RecordDeadlines', now },
    })

export const expiringInvitations = (platform: Services): Due<string> => ({
  name: 'invitations',
  next: (now, page) => dueInvitations(platform.db, now, page),
  act: recordDeadlines(platform),
})

export const expiringChanges = (platform: Services): Due<string> => ({
  name: 'changes',
  next: (now, page) => dueChanges(platform.db, now, page),
  act: recordDeadlines(platform),
})

/** The actor is the super admin who started it. */
export const endingLifts = ({ commands, db }: Services): Due<DueLift> => ({
  name: 'protection lifts',
  next: (now, page) => dueLifts(db, now, page),
  act: ({ workspaceId, liftId, startedBy, reason }, now) =>
    commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: {
        ...bySystem(randomUUID(), now),
        actor: { kind: 'user', userId: startedBy, role: 'super admin' },
      },
      command: { type: 'LiftProtection', liftId, reason, now },
    }),
})

const PAGE = 500

/** Workspaces whose subscription has started, has ended or ends soon, by the decider's own rule. */
export const dueSubscriptions = (platform: Services): Due<string> => ({
  name: 'subscriptions',
  async next(now, { after, limit }) {
    const due: string[] = []
    for (let cursor = after; due.length < limit;) {
      const page = await datedWorkspaces(platform.db, now, { after: cursor, limit: PAGE })
      due.push(
        ...page.filter((dates) => dueSubscriptionEvents(dates.id, dates, now).length > 0).map(({ id }) => id),
      )
      if (page.length < PAGE) break
      cursor = page.at(-1)!.id
    }
    return due.slice(0, limit)
  },
  act: recordDeadlines(platform),
})
