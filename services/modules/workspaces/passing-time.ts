import { randomUUID } from 'node:crypto'
import { bySystem } from '#platform/commands/execute-command.ts'
import type { Due } from '#platform/effects/due.ts'
import type { Platform } from '#platform/platform.ts'
import { dueWorkspaces } from '#projections/workspaces/due-queries.ts'
import { workspaceDecider } from './workspace.decider.ts'
import { workspaceStream } from './workspace.events.ts'

/** Workspaces to which time has brought something. Whether it is told already, each one's own facts say. */
export const agingWorkspaces = ({ commands, db }: Pick<Platform, 'commands' | 'db'>): Due<string> => ({
  name: 'workspaces',
  next: (now, page) => dueWorkspaces(db, now, page),
  act: (workspaceId, now) =>
    commands.execute({
      decider: workspaceDecider,
      stream: workspaceStream(workspaceId),
      workspaceId,
      context: bySystem(randomUUID(), now),
      command: { type: 'PassTime', now },
    }),
})
