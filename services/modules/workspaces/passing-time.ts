import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import type { Platform } from '#platform/platform.ts'
import { datedWorkspaces, dueInvitations } from '#projections/workspaces/due-queries.ts'
import { broughtTo } from '#modules/workspaces/subscription/subscription.decider.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'

type Working = Pick<Platform, 'commands' | 'db'>

/** Whether it is told already, each one's own facts say. */
const tell =
  ({ commands }: Working) =>
  (workspaceId: string, now: Date): Promise<unknown> =>
    commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: bySystem(randomUUID(), now),
      command: { type: 'PassTime', now },
    })

/** Workspaces with invitations whose time is over. */
export const expiringInvitations = (platform: Working): Due<string> => ({
  name: 'invitations',
  next: (now, page) => dueInvitations(platform.db, now, page),
  act: tell(platform),
})

const READ_AT_ONCE = 500

/** Workspaces whose subscription has started or ended by itself, or is about to end: by the rule that tells it. */
export const turningSubscriptions = (platform: Working): Due<string> => ({
  name: 'subscriptions',
  async next(now, { after, limit }) {
    const due: string[] = []
    for (let behind = after; due.length < limit;) {
      const page = await datedWorkspaces(platform.db, now, { after: behind, limit: READ_AT_ONCE })
      due.push(...page.filter((one) => broughtTo(one.id, one, now).length > 0).map(({ id }) => id))
      if (page.length < READ_AT_ONCE) break
      behind = page.at(-1)!.id
    }
    return due.slice(0, limit)
  },
  act: tell(platform),
})
